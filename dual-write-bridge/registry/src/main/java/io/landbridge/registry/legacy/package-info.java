/**
 * The port to a Nacos 1.x cluster as the bridge needs it: everything that is registered there with
 * the time of its last beat, changes as they are pushed, and what a client may do.
 */
@NullMarked
package io.landbridge.registry.legacy;

import org.jspecify.annotations.NullMarked;
