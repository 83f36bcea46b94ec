/** Starts and stops the plugin in a server, and wires it to the server's beans. */
@NullMarked
package io.landbridge.host.lifecycle;

import org.jspecify.annotations.NullMarked;
