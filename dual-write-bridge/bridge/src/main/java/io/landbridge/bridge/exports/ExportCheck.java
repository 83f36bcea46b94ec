package io.landbridge.bridge.exports;

import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.legacy.LegacyPart;
import java.util.List;

/** A check that a round of the export makes in the legacy cluster, with one read. */
sealed interface ExportCheck {

  /** Whether these exports belong to this cluster, or to clients that have moved. */
  record Ownership(LegacyPart part, List<ImportedInstance.Key> keys) implements ExportCheck {}

  /** Whether the health of these persistent exports is as it was set. */
  record Health(LegacyPart part, List<ImportedInstance.Key> keys) implements ExportCheck {}

  /** Whether the clients of these instances have left the legacy cluster. */
  record Departure(ServiceKey service, List<ImportedInstance.Key> keys) implements ExportCheck {}
}
