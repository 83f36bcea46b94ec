package io.landbridge.state;

import io.landbridge.model.ApplicationKey;
import java.util.Set;

/** Is told which applications changed. */
@FunctionalInterface
public interface ChangeListener {

  /**
   * Something changed and can be read. Called on the apply thread; must be quick.
   *
   * @param applications those with any change, be it of one instance; not empty
   * @param terms those of them whose switch or publications changed, which is rare; after a
   *     restored snapshot that is every application
   */
  void changed(Set<ApplicationKey> applications, Set<ApplicationKey> terms);
}
