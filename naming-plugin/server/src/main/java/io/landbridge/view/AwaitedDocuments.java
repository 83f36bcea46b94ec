package io.landbridge.view;

import io.landbridge.model.ApplicationKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Documents that are written, and that this member does not serve yet: an instance shown before its
 * document is one a consumer can do nothing with, and asks for again a second later.
 *
 * <p>One that is not served after {@value #PATIENCE_SECONDS} s is waited for no longer. Something
 * is wrong then, and a consumer that has to try again is better off than one that is never told.
 *
 * <p>The thread that follows the catalog calls all methods but {@link #isAwaited} and {@link
 * #isEmpty}.
 */
final class AwaitedDocuments {

  private static final Logger LOG = LoggerFactory.getLogger(AwaitedDocuments.class);

  static final int PATIENCE_SECONDS = 10;
  private static final long PATIENCE_NANOS = Duration.ofSeconds(PATIENCE_SECONDS).toNanos();

  private final PublishedDocuments documents;
  private final LongSupplier clock;

  /** By application and revision, since when; nanoseconds. The inner maps are never changed. */
  private final Map<ApplicationKey, Map<String, Long>> awaited = new ConcurrentHashMap<>();

  AwaitedDocuments(PublishedDocuments documents, LongSupplier clock) {
    this.documents = documents;
    this.clock = clock;
  }

  /**
   * Those of an application's documents whose instances can be shown; the others are awaited.
   *
   * @param written all that are written
   * @param shown those that were shown already, which stay
   */
  Set<String> usable(ApplicationKey application, Set<String> written, Set<String> shown) {
    Set<String> missing = new HashSet<>(written);
    missing.removeAll(shown);
    if (missing.isEmpty()) {
      awaited.remove(application);
      return written;
    }
    Map<String, Long> before = awaited.getOrDefault(application, Map.of());
    Map<String, Long> since = new HashMap<>();
    missing.forEach(
        revision -> since.put(revision, before.getOrDefault(revision, clock.getAsLong())));
    // Before they are looked for: one that comes meanwhile must not be missed.
    awaited.put(application, Map.copyOf(since));
    since
        .entrySet()
        .removeIf(
            each -> {
              if (documents.isServed(application, each.getKey())) {
                return true;
              }
              boolean over = isOver(each.getValue());
              if (over) {
                LOG.warn(
                    "Document {} of {} was written {} s ago and this member does not serve it yet;"
                        + " its instances are shown, and consumers must retry",
                    each.getKey(),
                    application,
                    PATIENCE_SECONDS);
              }
              return over;
            });
    if (since.isEmpty()) {
      awaited.remove(application);
      return written;
    }
    awaited.put(application, Map.copyOf(since));
    Set<String> usable = new HashSet<>(written);
    usable.removeAll(since.keySet());
    return Set.copyOf(usable);
  }

  /** Whether none is awaited. From any thread. */
  boolean isEmpty() {
    return awaited.isEmpty();
  }

  /** Whether a document is awaited, of whatever application. Quick; from any thread. */
  boolean isAwaited(String revision) {
    return awaited.values().stream().anyMatch(each -> each.containsKey(revision));
  }

  /** The applications with a document that is awaited no longer. */
  List<ApplicationKey> due() {
    return awaited.entrySet().stream()
        .filter(
            application ->
                application.getValue().entrySet().stream()
                    .anyMatch(
                        each ->
                            documents.isServed(application.getKey(), each.getKey())
                                || isOver(each.getValue())))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** It is not shown any more. */
  void forget(ApplicationKey application) {
    awaited.remove(application);
  }

  private boolean isOver(long since) {
    return clock.getAsLong() - since >= PATIENCE_NANOS;
  }
}
