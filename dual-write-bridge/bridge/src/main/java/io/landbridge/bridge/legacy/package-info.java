/**
 * The connection to the legacy cluster, and what imports and exports both need to know about it.
 *
 * <p>{@code BridgeFence} stops changes after a pause, {@code LegacyNames} knows the names that 1.x
 * accepts, {@code RejectedExports} delays what the cluster refused.
 */
@NullMarked
package io.landbridge.bridge.legacy;

import org.jspecify.annotations.NullMarked;
