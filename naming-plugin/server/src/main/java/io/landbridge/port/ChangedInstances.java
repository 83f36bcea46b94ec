package io.landbridge.port;

import io.landbridge.model.ImportedInstance;
import java.util.List;

/**
 * What the server told of in a while.
 *
 * @param there what came or changed and is registered here, as it is now; no two with the same key
 * @param gone what is registered here no more
 */
public record ChangedInstances(List<LocalInstance> there, List<ImportedInstance.Key> gone) {

  /** Keeps copies. */
  public ChangedInstances {
    there = List.copyOf(there);
    gone = List.copyOf(gone);
  }

  /** Whether there is nothing. */
  public boolean isEmpty() {
    return there.isEmpty() && gone.isEmpty();
  }
}
