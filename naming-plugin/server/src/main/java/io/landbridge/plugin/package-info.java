/** Composition root: wires the parts to a host and starts and stops them. */
@NullMarked
package io.landbridge.plugin;

import org.jspecify.annotations.NullMarked;
