package io.landbridge.service.answer;

import java.util.List;

/**
 * What changed since a reader looked last.
 *
 * @param applied what to watch from next: everything up to this count is either in {@code changes}
 *     or does not concern the reader
 * @param reset whether the way from there to here is not known any more; the reader must read
 *     everything again, and then watch from {@code applied}
 * @param changes in the order of their last change; empty after a reset, and when the time was up
 */
public record Changes(long applied, boolean reset, List<ChangedApplication> changes) {

  /** Copies the list. */
  public Changes {
    changes = List.copyOf(changes);
  }

  /** Whether a reader who waits for changes is to be told. */
  public boolean isNews() {
    return reset || !changes.isEmpty();
  }
}
