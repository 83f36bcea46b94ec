/** Runs while the jar is built and is not in it. */
@NullMarked
package io.landbridge.build;

import org.jspecify.annotations.NullMarked;
