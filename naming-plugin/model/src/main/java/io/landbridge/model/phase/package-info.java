/** How one phase of the bridge leads to another. */
@NullMarked
package io.landbridge.model.phase;

import org.jspecify.annotations.NullMarked;
