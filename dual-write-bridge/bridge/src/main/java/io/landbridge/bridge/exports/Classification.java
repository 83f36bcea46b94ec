package io.landbridge.bridge.exports;

import io.landbridge.model.ImportedInstance;
import io.landbridge.port.LocalInstance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
record Classification(
    ExportCandidates ours,
    List<LocalInstance> theirs,
    Set<ImportedInstance.Key> doubtful,
    Set<ImportedInstance.Key> quiet,
    Set<ImportedInstance.Key> unseen,
    Set<ImportedInstance.Key> heldBack) {

  /**
   * Empty; whoever sorts fills it.
   *
   * @param expected how many there are, most of which will be ours
   * @param said of how many instances something was said in the legacy cluster
   */
  static Classification nothing(int expected, int records) {
    return new Classification(
        new ExportCandidates(expected, records),
        new ArrayList<>(),
        new HashSet<>(),
        new HashSet<>(),
        new HashSet<>(),
        new HashSet<>());
  }
}
