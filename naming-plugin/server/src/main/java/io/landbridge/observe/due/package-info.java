/** Which units must be read, and when. */
@NullMarked
package io.landbridge.observe.due;

import org.jspecify.annotations.NullMarked;
