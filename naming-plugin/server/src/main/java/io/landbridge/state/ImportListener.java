package io.landbridge.state;

import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import java.util.Set;

/** Is told what changed of the bridge. */
@FunctionalInterface
public interface ImportListener {

  /**
   * Something changed and can be read. Called on the apply thread; must be quick.
   *
   * @param services those with another imported instance, or one fewer or more
   * @param bridge whether the bridge itself stands otherwise than before
   */
  void changed(Set<ServiceKey> services, boolean bridge);

  /**
   * The same instances one by one, just before. Not called when a snapshot took the place of
   * everything; then the bridge stands otherwise.
   *
   * @param instances those that are new, changed or gone; not empty
   */
  default void imported(Set<ImportedInstance.Key> instances) {}
}
