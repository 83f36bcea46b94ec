/**
 * Reads the legacy cluster and proposes what is registered in it to the catalog.
 *
 * <p>{@code LegacyImport} runs the rounds, {@code ImportDifference} and {@code ImportStep} decide,
 * {@code ImportProposals} proposes. {@code ExportRepair} removes exports that belong to no member
 * any more.
 */
@NullMarked
package io.landbridge.bridge.imports;

import org.jspecify.annotations.NullMarked;
