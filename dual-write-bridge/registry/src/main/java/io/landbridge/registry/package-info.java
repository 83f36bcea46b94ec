/**
 * The port to a Nacos cluster as anybody outside it sees it, and its errors. Adapters are in the
 * packages below; {@code connect} finds out which one a server needs.
 */
@NullMarked
package io.landbridge.registry;

import org.jspecify.annotations.NullMarked;
