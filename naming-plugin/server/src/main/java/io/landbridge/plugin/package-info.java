/**
 * Composition root: wires the parts to a host, and starts and stops them ({@code RunningPlugin}).
 *
 * <p>Has the ports to the server ({@code Host}, {@code Settings}) and to the bridge ({@code
 * Extension}), the metrics, and the switch that suspends a member.
 */
@NullMarked
package io.landbridge.plugin;

import org.jspecify.annotations.NullMarked;
