/**
 * The open API of the 1.x and 2.x lines, which 3.x servers answer too unless it is off.
 *
 * <p>{@code Nacos1Registry} reads a cluster for the command. {@code Nacos1Cluster} is the legacy
 * cluster of the bridge, where {@code Nacos1Writer} sends registrations.
 */
@NullMarked
package io.landbridge.registry.nacos1;

import org.jspecify.annotations.NullMarked;
