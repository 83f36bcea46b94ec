/**
 * The ports to what is registered natively in the server this plugin runs in. {@code host.registry}
 * and {@code host.view} implement them; the bridge reads them.
 */
@NullMarked
package io.landbridge.port;

import org.jspecify.annotations.NullMarked;
