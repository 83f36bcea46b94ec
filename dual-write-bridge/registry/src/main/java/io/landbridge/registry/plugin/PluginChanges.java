package io.landbridge.registry.plugin;

import io.landbridge.model.ApplicationKey;
import java.util.List;

/**
 * What changed in the catalog since a reader looked last.
 *
 * @param applied what to watch from next. Less than what was watched from: the member that answered
 *     is behind the one that was asked before, or the catalog was begun anew
 * @param reset whether the way from there to here is not known any more; everything must be read
 *     again, after which {@code applied} is what to watch from
 * @param changes in the order of their last change; empty after a reset, and when nothing changed
 */
public record PluginChanges(long applied, boolean reset, List<Change> changes) {

  /** Copies the list. */
  public PluginChanges {
    changes = List.copyOf(changes);
  }

  /**
   * An application that changed, or is gone.
   *
   * @param application the application
   * @param applied the applied count of its last change
   */
  public record Change(ApplicationKey application, long applied) {}
}
