/** JUnit extensions of the harness. */
@NullMarked
package io.landbridge.compat.junit;

import org.jspecify.annotations.NullMarked;
