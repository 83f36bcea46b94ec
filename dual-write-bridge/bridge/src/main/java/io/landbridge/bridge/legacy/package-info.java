/** The connection to the legacy cluster, and what imports and exports both know of it. */
@NullMarked
package io.landbridge.bridge.legacy;

import org.jspecify.annotations.NullMarked;
