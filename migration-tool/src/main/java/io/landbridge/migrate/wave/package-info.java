/**
 * What is decided in a wave: which consumers a MigrationRule holds before translation ({@code
 * HeldConsumers}), which applications are left out ({@code LeftOutApplications}), by what threshold
 * consumers move ({@code Thresholds}), and why a run stops. {@code Campaign} in {@code run} asks
 * and carries it out.
 */
@NullMarked
package io.landbridge.migrate.wave;

import org.jspecify.annotations.NullMarked;
