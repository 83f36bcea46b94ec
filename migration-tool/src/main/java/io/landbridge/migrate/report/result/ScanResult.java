package io.landbridge.migrate.report.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.landbridge.migrate.consumer.ConsumerInventory;
import io.landbridge.migrate.hazard.HazardFinding;
import io.landbridge.migrate.inventory.Inventory;
import java.util.List;

/**
 * What scan prints.
 *
 * @param inventory its fields stand at the top of the document
 * @param hazards what a migration could stumble over, the worst first
 * @param consumers who has subscribed to what
 * @param unread what of the configuration centre the hazards are found without, and why
 */
public record ScanResult(
    @JsonUnwrapped Inventory inventory,
    List<HazardFinding> hazards,
    ConsumerInventory consumers,
    List<String> unread) {

  /** Copies the lists. */
  public ScanResult {
    hazards = List.copyOf(hazards);
    unread = List.copyOf(unread);
  }
}
