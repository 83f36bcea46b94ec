package io.landbridge.migrate.wave;

import io.landbridge.migrate.verify.Comparison;
import io.landbridge.model.ApplicationKey;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What recorded runs of verify have found of the applications of a plan. */
public interface RecordedVerifies {

  /** No run is recorded. */
  RecordedVerifies NONE = TreeMap::new;

  /** The newest comparison of each application that was compared. */
  SortedMap<ApplicationKey, Newest> newest();

  /**
   * The newest comparison of an application.
   *
   * @param id the run of verify
   * @param atMillis when everything was read, in milliseconds since 1970
   * @param whole whether all its differences are kept
   * @param comparison what was found; null if nothing of it was registered any more
   */
  record Newest(String id, long atMillis, boolean whole, @Nullable Comparison comparison) {}
}
