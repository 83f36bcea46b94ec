/** The port to what native clients have registered, and its values. */
@NullMarked
package io.landbridge.observe.registry;

import org.jspecify.annotations.NullMarked;
