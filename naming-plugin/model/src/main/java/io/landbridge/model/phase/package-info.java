/** The table of the steps from one phase of the bridge to another, with the conditions of each. */
@NullMarked
package io.landbridge.model.phase;

import org.jspecify.annotations.NullMarked;
