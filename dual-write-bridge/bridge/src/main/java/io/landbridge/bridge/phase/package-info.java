/** How one phase of the bridge leads to another. */
@NullMarked
package io.landbridge.bridge.phase;

import org.jspecify.annotations.NullMarked;
