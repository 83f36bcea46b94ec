/** Providers in the shape in which Dubbo registers them. */
@NullMarked
package io.landbridge.compat.load.fleet;

import org.jspecify.annotations.NullMarked;
