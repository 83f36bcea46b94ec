package io.landbridge.migrate.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.landbridge.migrate.hazard.HazardFinding;
import io.landbridge.migrate.inventory.Inventory;
import java.util.List;

/**
 * What scan prints.
 *
 * @param inventory its fields stand at the top of the document
 * @param hazards what a migration could stumble over, the worst first
 */
public record ScanResult(@JsonUnwrapped Inventory inventory, List<HazardFinding> hazards) {

  /** Copies the list. */
  public ScanResult {
    hazards = List.copyOf(hazards);
  }
}
