package io.landbridge.publish;

import io.landbridge.model.ApplicationKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What could not be done for applications, and when it is tried again unless they change before.
 * One that fails for long does not keep others waiting.
 *
 * <p>Touched by the publisher's thread alone; any may ask what the problems {@link #of} an
 * application are.
 */
final class PublishingProblems {

  private static final Logger LOG = LoggerFactory.getLogger(PublishingProblems.class);

  private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(250).toNanos();
  private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

  private final Map<ApplicationKey, List<String>> problems = new ConcurrentHashMap<>();
  private final Map<ApplicationKey, Retry> retries = new HashMap<>();

  /**
   * An application that is not as it should be.
   *
   * @param at when it is tried again unless it changes before
   * @param pause after the try before
   */
  private record Retry(long at, long pause) {}

  /** What could not be done at the last try. From any thread. */
  List<String> of(ApplicationKey application) {
    return problems.getOrDefault(application, List.of());
  }

  /** The applications that are to be tried again now. */
  Set<ApplicationKey> due(long now) {
    Set<ApplicationKey> due = new HashSet<>();
    retries.forEach(
        (application, retry) -> {
          if (now - retry.at() >= 0) {
            due.add(application);
          }
        });
    return due;
  }

  /**
   * Replaces the problems of an application.
   *
   * @param found what could not be done; nothing when it is as it should be
   */
  void set(ApplicationKey application, List<String> found) {
    if (found.isEmpty()) {
      problems.remove(application);
      retries.remove(application);
      return;
    }
    List<String> known = problems.put(application, List.copyOf(found));
    if (!found.equals(known)) {
      LOG.warn("{} has not reached the desired state yet: {}", application, found);
    }
    retries.compute(application, (key, before) -> next(before));
  }

  private static Retry next(@Nullable Retry before) {
    long pause =
        before == null ? FIRST_PAUSE_NANOS : Math.min(LONGEST_PAUSE_NANOS, before.pause() * 2);
    return new Retry(System.nanoTime() + pause, pause);
  }

  /** Whether no application is to be tried again. */
  boolean isEmpty() {
    return retries.isEmpty();
  }

  void clear() {
    problems.clear();
    retries.clear();
  }
}
