package io.landbridge.service;

import io.landbridge.model.ApplicationKey;
import io.landbridge.state.CatalogListener;
import io.landbridge.state.CatalogPosition;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The newest digests of this member, so that members that are not equally far can be compared at a
 * point of the log that all have passed. Safe for use from any thread.
 */
final class DigestHistory implements CatalogListener {

  /** How many entries back a digest is known. */
  static final int CAPACITY = 1_024;

  private final Supplier<CatalogPosition> now;

  /** A position is at the place of its applied count. Guarded by itself. */
  private final CatalogPosition[] newest = new CatalogPosition[CAPACITY];

  /**
   * Makes a history of nothing but the present.
   *
   * @param now where the catalog is
   */
  DigestHistory(Supplier<CatalogPosition> now) {
    this.now = now;
    remember(now.get());
  }

  /** The digest after so many entries; empty when that is too long ago or still to come. */
  Optional<String> at(long applied) {
    CatalogPosition present = now.get();
    if (present.applied() == applied) {
      // This history is told of an entry after it counts, and before the next one is applied.
      return Optional.of(present.digest());
    }
    synchronized (newest) {
      CatalogPosition found = newest[(int) (applied % CAPACITY)];
      return found != null && found.applied() == applied
          ? Optional.of(found.digest())
          : Optional.empty();
    }
  }

  @Override
  public void advanced(CatalogPosition position, Set<ApplicationKey> changed) {
    remember(position);
  }

  @Override
  public void restored(CatalogPosition position) {
    remember(position);
  }

  private void remember(CatalogPosition position) {
    synchronized (newest) {
      newest[(int) (position.applied() % CAPACITY)] = position;
    }
  }
}
