/** Which units must be read, and when. A unit is what {@code observe.registry} reads at once. */
@NullMarked
package io.landbridge.observe.due;

import org.jspecify.annotations.NullMarked;
