package io.landbridge.bridge.exports;

import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.LocalInstance;
import io.landbridge.registry.RegisteredInstance;
import java.util.SortedMap;

/**
 * A change that a round of the export makes in the legacy cluster, as a value: {@link
 * ExportChanges} decides, {@link ExportExecutor} carries out. What the legacy cluster refuses is
 * remembered for {@link #key} and {@link #of}.
 */
sealed interface ExportAction {

  /** The instance that it is about, or one of them. */
  ImportedInstance.Key key();

  /** How that instance is registered in the legacy cluster, or is to be. */
  RegisteredInstance of();

  /**
   * Registers an instance.
   *
   * @param local the instance in this cluster
   * @param of the same with the origin tag
   * @param guarded only if its client has not registered in the legacy cluster itself
   */
  record Register(LocalInstance local, RegisteredInstance of, boolean guarded)
      implements ExportAction {
    @Override
    public ImportedInstance.Key key() {
      return local.registered().key();
    }
  }

  /**
   * Registers an instance again of which a registration does not change everything: the health of a
   * persistent one, or the time until expiry of one whose client has fallen silent. Guarded.
   *
   * @param local the instance in this cluster
   * @param of the same with the origin tag
   * @param before what was exported
   */
  record Replace(LocalInstance local, RegisteredInstance of, ExportRecord before)
      implements ExportAction {
    @Override
    public ImportedInstance.Key key() {
      return local.registered().key();
    }
  }

  /**
   * Takes an export away, unless another member answers for the instance by now or its client has
   * registered in the legacy cluster.
   *
   * @param before what was exported
   * @param exporting whether the bridge exports at all
   * @param heldBack whether its client is registered in the legacy cluster as far as is imported
   */
  record Remove(ImportedInstance.Key key, ExportRecord before, boolean exporting, boolean heldBack)
      implements ExportAction {
    @Override
    public RegisteredInstance of() {
      return before.instance();
    }
  }

  /**
   * Finds out which instances of a service this member had exported before it was restarted.
   *
   * @param instances those of which nothing is known, at least one
   */
  record Recognize(ServiceKey service, SortedMap<ImportedInstance.Key, LocalInstance> instances)
      implements ExportAction {
    @Override
    public ImportedInstance.Key key() {
      return instances.firstKey();
    }

    @Override
    public RegisteredInstance of() {
      return LegacyContent.registered(instances.values().iterator().next().registered());
    }
  }
}
