package io.landbridge.state;

import io.landbridge.model.ApplicationKey;
import java.util.Set;

/**
 * Follows how far the catalog of this member is. Called on the apply thread, in the order of the
 * log, after what it is told of can be read; must be quick.
 */
public interface CatalogListener {

  /**
   * One entry was applied.
   *
   * @param position where the catalog is now
   * @param changed the applications it changed; empty when it changed nothing
   */
  void advanced(CatalogPosition position, Set<ApplicationKey> changed);

  /**
   * Everything was replaced by a snapshot. What changed on the way there is not known: applications
   * may have come and gone that this member never held.
   *
   * @param position where the catalog is now
   */
  void restored(CatalogPosition position);
}
