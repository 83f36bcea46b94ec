/** Finds out what a server is and joins the port with the adapter it needs. */
@NullMarked
package io.landbridge.registry.connect;

import org.jspecify.annotations.NullMarked;
