package io.landbridge.document;

import io.landbridge.document.DocumentSource.Answer;
import io.landbridge.document.DocumentSource.Known;
import io.landbridge.document.DocumentSource.Pending;
import io.landbridge.document.DocumentSource.Unavailable;
import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.dubbo.ProvenDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The search for one document: where it may be, how often it was asked for in vain and what came of
 * it. Asks in rounds: a few places one right after the other, then a pause that doubles from round
 * to round. Not thread-safe.
 */
final class Fetch {

  /** Of the places somebody named, the latest. */
  static final int PLACES = 4;

  /** How many places are asked in a round. */
  static final int ASKED_IN_A_ROUND = 3;

  /** Keeps the pause, which is at most a day, from overflowing. */
  private static final int MOST_DOUBLINGS = 16;

  /** What is looked for; the same document in two namespaces is looked for twice. */
  record Key(ApplicationKey application, MetadataRevision revision) {
    static Key of(DocumentAddress where) {
      return new Key(where.application(), where.revision());
    }
  }

  private final Key key;

  /** Set once, to tell fetches apart that are due at the same moment. */
  private final long number;

  /** What is to be asked next comes first. Never empty. */
  private final Deque<DocumentAddress> places = new ArrayDeque<>();

  /** Places that were asked in this round, in vain, those that are no longer remembered too. */
  private final Set<DocumentAddress> inVain = new HashSet<>();

  private @Nullable Unavailable worstOfRound;

  /** Between two rounds, and until when. */
  private boolean pausing;

  private long pausedUntil;
  private @Nullable Unavailable failure;
  private @Nullable ProvenDocument document;
  private int rounds;
  private long due;
  private long wanted;
  private boolean asking;

  Fetch(DocumentAddress where, long number, long now) {
    this.key = Key.of(where);
    this.number = number;
    this.due = now;
    this.wanted = now;
    places.add(where);
  }

  Key key() {
    return key;
  }

  long number() {
    return number;
  }

  /** When the next place is to be asked; nanoseconds. */
  long due() {
    return due;
  }

  /** When somebody asked for it last. */
  long wanted() {
    return wanted;
  }

  /** Whether a place is being asked now. */
  boolean isAsking() {
    return asking;
  }

  /** Whether it has been in vain at every place of a round. */
  boolean hasFailed() {
    return failure != null;
  }

  boolean isDone() {
    return document != null;
  }

  /** The place to be asked next. */
  DocumentAddress place() {
    return places.getFirst();
  }

  Answer answer() {
    if (document != null) {
      return new Known(document);
    }
    return failure == null ? new Pending() : failure;
  }

  /** Somebody asks for it, and names a place. */
  void want(DocumentAddress where, long now) {
    wanted = now;
    if (document != null || places.contains(where)) {
      return;
    }
    places.addFirst(where);
    if (places.size() > PLACES) {
      places.removeLast();
    }
    if (inVain.size() < ASKED_IN_A_ROUND) {
      // A place nobody has asked yet may help at once, even between two rounds.
      due = Math.min(due, now);
    }
  }

  /** The next place is being asked from now on. */
  DocumentAddress begin(long now) {
    asking = true;
    if (pausing && now >= pausedUntil) {
      pausing = false;
      inVain.clear();
      worstOfRound = null;
    }
    return place();
  }

  /** The place that was being asked had it. */
  void found(ProvenDocument found) {
    asking = false;
    document = found;
    failure = null;
    worstOfRound = null;
  }

  /**
   * The place that was being asked did not have it.
   *
   * @param pause how long after the first round in vain, nanoseconds
   * @param longest how long at most
   * @return whether there is another answer now
   */
  boolean failed(DocumentAddress where, Unavailable why, long pause, long longest, long now) {
    asking = false;
    inVain.add(where);
    if (places.remove(where)) {
      places.addLast(where);
    }
    if (worstOfRound == null || why.kind().compareTo(worstOfRound.kind()) >= 0) {
      worstOfRound = why;
    }
    if (inVain.size() < ASKED_IN_A_ROUND && !inVain.contains(place())) {
      due = now;
      return false;
    }
    if (!pausing) {
      pausing = true;
      pausedUntil = now + Math.min(longest, pause << Math.min(rounds, MOST_DOUBLINGS));
      rounds++;
    }
    due = pausedUntil;
    Unavailable before = failure;
    failure = Objects.requireNonNull(worstOfRound);
    return before == null || before.kind() != failure.kind();
  }
}
