package io.landbridge.document;

import io.landbridge.document.DocumentSource.Answer;
import io.landbridge.document.DocumentSource.Known;
import io.landbridge.document.DocumentSource.Unavailable;
import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.dubbo.DocumentAddress.InConfiguration;
import io.landbridge.dubbo.ProvenDocument;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Everything that is looked for, was found, or could not be found: what is to be asked next, and
 * what is known. Bounded in number and in the bytes of the documents. Has no thread and no clock;
 * not thread-safe.
 */
final class FetchQueue {

  /** Who asks: slow providers must not hold up what needs the database alone. */
  enum Lane {
    CONFIGURATION,
    PROVIDER;

    static Lane of(DocumentAddress where) {
      return where instanceof InConfiguration ? CONFIGURATION : PROVIDER;
    }
  }

  /** What to do: ask there. */
  record Task(Fetch fetch, DocumentAddress where) {}

  /** How long what nobody asks for any more is looked for, and kept. */
  static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  private static final long FORGOTTEN_NANOS = FORGOTTEN_AFTER.toNanos();

  /** What nobody could tell of before goes first: a fleet out of reach must not be in its way. */
  private static final Comparator<Fetch> ORDER =
      Comparator.comparing(Fetch::hasFailed)
          .thenComparingLong(Fetch::due)
          .thenComparingLong(Fetch::number);

  private final int maxFetches;
  private final long maxBytes;
  private final long firstPause;
  private final long longestPause;

  /** Least recently asked for first. */
  private final LinkedHashMap<Fetch.Key, Fetch> all = new LinkedHashMap<>(16, 0.75f, true);

  /** What is to be asked for and is not being asked for. */
  private final Map<Lane, NavigableSet<Fetch>> waiting = new EnumMap<>(Lane.class);

  private final SharedDocuments documents = new SharedDocuments();
  private long created;

  /**
   * Starts with nothing.
   *
   * @param maxFetches how many documents at most
   * @param maxBytes how much heap the found ones may take, about
   * @param firstPause after a round in vain, nanoseconds
   * @param longestPause what it grows to
   */
  FetchQueue(int maxFetches, long maxBytes, long firstPause, long longestPause) {
    this.maxFetches = maxFetches;
    this.maxBytes = maxBytes;
    this.firstPause = firstPause;
    this.longestPause = longestPause;
    for (Lane lane : Lane.values()) {
      waiting.put(lane, new TreeSet<>(ORDER));
    }
  }

  /** Somebody asks for a document. */
  Answer ask(DocumentAddress where, long now) {
    Fetch fetch = all.get(Fetch.Key.of(where));
    if (fetch == null) {
      forget(now);
      if (all.size() >= maxFetches) {
        // What is found can be found again; what is looked for must not wait for it.
        dropOldestFound();
      }
      if (all.size() >= maxFetches) {
        return new Unavailable(
            Reason.BUSY, "waiting: %d other documents are being fetched".formatted(all.size()));
      }
      fetch = new Fetch(where, created++, now);
      all.put(fetch.key(), fetch);
      queue(fetch).add(fetch);
    } else if (fetch.isAsking() || fetch.isDone()) {
      fetch.want(where, now);
    } else {
      // Its place in the order may change.
      queue(fetch).remove(fetch);
      fetch.want(where, now);
      queue(fetch).add(fetch);
    }
    return fetch.answer();
  }

  /** A document that was found already. */
  Optional<Known> known(DocumentAddress where) {
    Fetch fetch = all.get(Fetch.Key.of(where));
    return fetch != null && fetch.answer() instanceof Known known
        ? Optional.of(known)
        : Optional.empty();
  }

  /** How long until a lane has something to do; 0 when it has, a very long time when not. */
  long nanosUntilDue(Lane lane, long now) {
    NavigableSet<Fetch> queue = queue(lane);
    return queue.isEmpty() ? Long.MAX_VALUE : Math.max(0, queue.first().due() - now);
  }

  /** What a lane has to do now; must be followed by {@link #found} and the like. */
  Optional<Task> take(Lane lane, long now) {
    forget(now);
    if (nanosUntilDue(lane, now) > 0) {
      return Optional.empty();
    }
    Fetch fetch = queue(lane).pollFirst();
    return Optional.ofNullable(fetch).map(each -> new Task(each, each.begin(now)));
  }

  /** It was there. */
  void found(Task task, ProvenDocument document) {
    task.fetch().found(documents.take(document));
    boolean dropped = true;
    while (documents.bytes() > maxBytes && dropped) {
      dropped = dropOldestFound();
    }
  }

  /**
   * It was not there, and is looked for elsewhere, or later.
   *
   * @return whether the answer is another one now
   */
  boolean failed(Task task, Unavailable why, long now) {
    boolean other = task.fetch().failed(task.where(), why, firstPause, longestPause, now);
    queue(task.fetch()).add(task.fetch());
    return other;
  }

  /** Nothing was asked, and nothing will be before somebody asks for the document again. */
  void withdraw(Task task) {
    all.remove(task.fetch().key());
  }

  /** How many of them nothing is known yet. */
  int pending() {
    return (int) all.values().stream().filter(each -> !each.isDone() && !each.hasFailed()).count();
  }

  /** How many could not be had so far. */
  int unavailable() {
    return (int) all.values().stream().filter(Fetch::hasFailed).count();
  }

  /** How much heap the found documents take, about. */
  long bytes() {
    return documents.bytes();
  }

  /**
   * Drops one, if there is any.
   *
   * @return whether there was
   */
  private boolean dropOldestFound() {
    if (documents.bytes() == 0) {
      return false;
    }
    Iterator<Fetch> oldest = all.values().iterator();
    while (oldest.hasNext()) {
      Fetch each = oldest.next();
      if (each.isDone()) {
        oldest.remove();
        drop(each);
        return true;
      }
    }
    return false;
  }

  private void forget(long now) {
    Iterator<Fetch> oldest = all.values().iterator();
    while (oldest.hasNext()) {
      Fetch each = oldest.next();
      if (now - each.wanted() < FORGOTTEN_NANOS) {
        return;
      }
      if (!each.isAsking()) {
        oldest.remove();
        queue(each).remove(each);
        drop(each);
      }
    }
  }

  private NavigableSet<Fetch> queue(Fetch fetch) {
    return queue(Lane.of(fetch.place()));
  }

  private NavigableSet<Fetch> queue(Lane lane) {
    return Objects.requireNonNull(waiting.get(lane));
  }

  private void drop(Fetch fetch) {
    if (fetch.answer() instanceof Known known) {
      documents.drop(known.proven());
    }
  }
}
