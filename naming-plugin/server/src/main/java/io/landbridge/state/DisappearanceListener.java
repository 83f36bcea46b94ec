package io.landbridge.state;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import java.util.List;

/**
 * Is told of instances that leave the catalog although nobody is known to have deregistered them,
 * because the member that answered for them was lost or has started again, or because a snapshot
 * does not have them, of those that come back, and of those that get another document.
 *
 * <p>Called on the apply thread; must be quick.
 */
public interface DisappearanceListener {

  /** Wants to know nothing. */
  DisappearanceListener NONE = application -> false;

  /** Whether it wants to know of an application. */
  boolean concerns(ApplicationKey application);

  /** Instances are about to be lost: the catalog still has them. */
  default void losing(List<ApplicationInstance> instances) {}

  /**
   * Instances are about to get another document, because their processes have other services now:
   * the catalog still has them as they were.
   *
   * @param instances as they were; none whose provider registered the application itself
   */
  default void replacing(List<ApplicationInstance> instances) {}

  /** An instance was registered, again or for the first time, and can be read. */
  default void registered(InstanceKey instance) {}

  /** A snapshot has taken the place of everything, and can be read. */
  default void restored() {}
}
