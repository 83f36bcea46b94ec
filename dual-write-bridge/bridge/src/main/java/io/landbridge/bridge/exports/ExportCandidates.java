package io.landbridge.bridge.exports;

import io.landbridge.model.ImportedInstance;
import io.landbridge.port.LocalInstance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The instances to be exported, each with its export record. In the order in which they were read:
 * most of what is known of them was created in that order and is found sooner. An index by key is
 * built only when it is needed, because every round iterates over all of them. For one thread.
 */
final class ExportCandidates {

  private final List<One> all;
  private final int saidOfAny;
  private int saidOfThese;
  private @Nullable Map<ImportedInstance.Key, LocalInstance> byKey;

  /**
   * One of them.
   *
   * @param local as it is here
   * @param said what was said of it by then; null if nothing was
   */
  record One(LocalInstance local, @Nullable ExportRecord before) {

    ImportedInstance.Key key() {
      return local.registered().key();
    }
  }

  /**
   * Makes it, with nothing.
   *
   * @param expected about how many there will be
   * @param saidOfAny of how many instances something was said, whether they are among these or not
   */
  ExportCandidates(int expected, int saidOfAny) {
    this.all = new ArrayList<>(expected);
    this.saidOfAny = saidOfAny;
  }

  /** Adds one, which is not among them yet. */
  void add(LocalInstance local, @Nullable ExportRecord before) {
    all.add(new One(local, before));
    if (before != null) {
      saidOfThese++;
    }
    byKey = null;
  }

  /** All of them. */
  List<One> all() {
    return all;
  }

  /** Whether nothing was said of any other. */
  boolean areAllThatWereSaid() {
    return saidOfThese == saidOfAny;
  }

  boolean contains(ImportedInstance.Key key) {
    return get(key) != null;
  }

  /** Null if it is not among them. */
  @Nullable LocalInstance get(ImportedInstance.Key key) {
    Map<ImportedInstance.Key, LocalInstance> index = byKey;
    if (index == null) {
      index = new HashMap<>(all.size() * 4 / 3 + 1);
      for (One each : all) {
        index.put(each.key(), each.local());
      }
      byKey = index;
    }
    return index.get(key);
  }
}
