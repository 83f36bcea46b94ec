package io.landbridge.legacy;

import io.landbridge.model.ImportedInstance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is registered here.
 *
 * @param ours what is to be there, marked
 * @param theirs whose clients are registered there themselves, and are to be heard of there
 * @param doubtful those of {@code ours} whose clients may have registered there themselves
 * @param quiet those of {@code ours} whose clients were not heard here when they should have been
 * @param unseen those of {@code theirs} that were given to the legacy cluster, are not imported and
 *     were not found there without the mark since
 * @param heldBack what is not to be there, because its client, as far as is known, is registered
 *     there itself, under this label or another
 */
record SortedLocals(
    Map<ImportedInstance.Key, LocalInstance> ours,
    List<LocalInstance> theirs,
    Set<ImportedInstance.Key> doubtful,
    Set<ImportedInstance.Key> quiet,
    Set<ImportedInstance.Key> unseen,
    Set<ImportedInstance.Key> heldBack) {

  /** Empty; whoever sorts fills it. */
  static SortedLocals nothing() {
    return nothing(0);
  }

  /**
   * The same, with room. In the order in which they come: most of what is known of them was made in
   * that order, too, and is found the sooner.
   *
   * @param expected most of which will be ours
   */
  static SortedLocals nothing(int expected) {
    return new SortedLocals(
        new LinkedHashMap<>(expected * 4 / 3 + 1),
        new ArrayList<>(),
        new HashSet<>(),
        new HashSet<>(),
        new HashSet<>(),
        new HashSet<>());
  }
}
