/**
 * The bridge to a legacy cluster: what operators ask of it ({@code BridgeService}), the part that
 * runs on this member ({@code LegacyBridge}), its settings and its metrics.
 *
 * <p>What is registered in the legacy cluster is imported, what is registered in this cluster is
 * exported, under the terms in the catalog.
 */
@NullMarked
package io.landbridge.bridge;

import org.jspecify.annotations.NullMarked;
