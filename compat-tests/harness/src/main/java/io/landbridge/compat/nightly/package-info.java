/**
 * Everything that takes long, one after the other, and a summary: {@code compat-tests/run nightly}.
 */
@NullMarked
package io.landbridge.compat.nightly;

import org.jspecify.annotations.NullMarked;
