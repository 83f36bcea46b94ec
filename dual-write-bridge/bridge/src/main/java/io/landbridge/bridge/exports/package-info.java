/**
 * Mirrors the instances this member owns into the legacy cluster.
 *
 * <p>{@code LegacyExport} runs the rounds. {@code ExportSelection} decides which registrations are
 * exported, {@code ExportChanges} what is sent for them. {@code ExportCalls} and {@code
 * ExportExecutor} send it, {@code ExportBeats} keeps it alive.
 */
@NullMarked
package io.landbridge.bridge.exports;

import org.jspecify.annotations.NullMarked;
