package io.landbridge.migrate.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.landbridge.migrate.inventory.Inventory;

/**
 * What scan prints.
 *
 * @param inventory its fields stand at the top of the document
 */
public record ScanResult(@JsonUnwrapped Inventory inventory) {}
