/** Prepares servers and programs for quick starts. */
@NullMarked
package io.landbridge.compat.prepare;

import org.jspecify.annotations.NullMarked;
