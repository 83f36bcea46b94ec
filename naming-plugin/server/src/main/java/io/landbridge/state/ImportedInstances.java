package io.landbridge.state;

import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The bridge and what it brought from the legacy cluster, read locally: what was applied here so
 * far, which may trail the leader. Safe for use from any thread; never blocks on the log.
 */
public interface ImportedInstances {

  /** How the bridge stands; {@link BridgeRecord#NONE} when there never was one. */
  BridgeRecord bridge();

  /** The services with imported instances, each with how many; from memory. */
  SortedMap<ServiceKey, Integer> importedServices();

  /** The imported instances of a service, sorted by key. */
  List<ImportedInstance> imported(ServiceKey service);

  /** One imported instance. */
  Optional<ImportedInstance> imported(ImportedInstance.Key key);

  /** Registers interest in changes. */
  void onImport(ImportListener listener);
}
