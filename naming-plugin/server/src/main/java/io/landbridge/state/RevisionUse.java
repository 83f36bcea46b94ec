package io.landbridge.state;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.Origin;

/**
 * How many instances of one application have one revision.
 *
 * @param instances all of them
 * @param registered those of them whose providers registered the application themselves; the others
 *     are what their interfaces make
 */
public record RevisionUse(int instances, int registered) {

  /** No instance. */
  public static final RevisionUse NONE = new RevisionUse(0, 0);

  /** What one instance counts. */
  public static RevisionUse of(ApplicationInstance instance) {
    return new RevisionUse(1, isRegistered(instance) ? 1 : 0);
  }

  /** Whether the provider of an instance registered its application itself. */
  public static boolean isRegistered(ApplicationInstance instance) {
    return instance.origin() == Origin.NATIVE_APPLICATION;
  }

  /** The sum. */
  public RevisionUse plus(RevisionUse other) {
    return new RevisionUse(instances + other.instances, registered + other.registered);
  }

  /** The difference, which may be negative. */
  public RevisionUse minus(RevisionUse other) {
    return new RevisionUse(instances - other.instances, registered - other.registered);
  }

  /** How many are what their interfaces make. */
  public int folded() {
    return instances - registered;
  }
}
