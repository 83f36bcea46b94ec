package io.landbridge.bridge.exports;

import io.landbridge.model.ImportedInstance;
import io.landbridge.port.LocalInstance;
import io.landbridge.registry.legacy.ExportMark;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The clients that send beats, by what was heard of them here. Of one that is not known nothing
 * holds. Safe for use by several threads.
 */
final class ClientLiveness {

  /** Who has servers of both clusters in its list is found on both sides much sooner. */
  private static final long NOBODY_ON_BOTH_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final LongSupplier nanos;
  private final LongSupplier millis;
  private final Map<ImportedInstance.Key, Client> heard = new ConcurrentHashMap<>();

  /** When one of them was last found registered there as well, or it began. */
  private volatile long seenOnBoth;

  /** Whether one of those heard in this round beats more often than others; of its thread alone. */
  private boolean isAnyOften;

  /**
   * One of them. It keeps the numbers, and not the object that comes with every beat: the garbage
   * collector looks, each time, for whatever is young in all that is old.
   */
  private static final class Client {

    private final long gap;

    // Guarded by this.
    private long since;
    private long last;
    private long passed;

    Client(BeatHistory first) {
      gap = first.gap();
      change(any -> first);
    }

    synchronized BeatHistory beats() {
      return new BeatHistory(since, last, passed, gap);
    }

    synchronized BeatHistory change(UnaryOperator<BeatHistory> how) {
      BeatHistory now = how.apply(beats());
      since = now.since();
      last = now.last();
      passed = now.passed();
      return now;
    }
  }

  /**
   * Makes it, with nobody.
   *
   * @param nanos this machine's nanoseconds
   * @param millis this machine's milliseconds since 1970
   */
  ClientLiveness(LongSupplier nanos, LongSupplier millis) {
    this.nanos = nanos;
    this.millis = millis;
    this.seenOnBoth = nanos.getAsLong();
  }

  /** Begins anew. */
  void clear() {
    heard.clear();
    seenOnBoth = nanos.getAsLong();
  }

  /** Begins a round, which hears all of them. */
  void begin() {
    isAnyOften = false;
  }

  /**
   * Whether all of them beat as seldom as 1.x clients do by themselves, and none was found in both
   * clusters for a while. For the thread of the rounds.
   */
  boolean areHereAlone() {
    return !isAnyOften && isNobodyOnBoth();
  }

  private boolean isNobodyOnBoth() {
    return nanos.getAsLong() - seenOnBoth > NOBODY_ON_BOTH_NANOS;
  }

  /**
   * Takes in what was heard of one by now.
   *
   * @param now milliseconds since 1970, once for all of a round
   * @return whether a beat went elsewhere, or was not sent
   */
  boolean hear(ImportedInstance.Key key, LocalInstance instance, long now) {
    Client client = heard.get(key);
    if (client == null) {
      client = new Client(BeatHistory.first(instance.lastBeat(), beatInterval(instance)));
      heard.put(key, client);
    }
    isAnyOften |= client.gap < BeatHistory.NATIVE_GAP_MILLIS;
    return client.change(beats -> beats.heard(instance.lastBeat())).isQuiet(now);
  }

  /** This machine's milliseconds. */
  long now() {
    return millis.getAsLong();
  }

  /** One of them is registered there as well. */
  void sawOneOnBoth() {
    seenOnBoth = nanos.getAsLong();
  }

  /**
   * Forgets all others.
   *
   * @param beating who is registered here
   * @param exported who is not any more, perhaps, but still there
   */
  void retain(Collection<ImportedInstance.Key> beating, Set<ImportedInstance.Key> exported) {
    if (heard.size() > beating.size()) {
      Set<ImportedInstance.Key> known = new HashSet<>(beating);
      heard.keySet().removeIf(key -> !known.contains(key) && !exported.contains(key));
    }
  }

  /** Whether a beat of it was heard that the legacy cluster was not told of. */
  boolean isNews(ImportedInstance.Key key) {
    BeatHistory beats = beats(key);
    return beats != null && beats.isNews(millis.getAsLong());
  }

  /** The legacy cluster was told of it as it was then. */
  void told(ImportedInstance.Key key, LocalInstance of) {
    Client client = heard.get(key);
    if (client != null) {
      client.change(beats -> beats.passedOn(of.lastBeat()));
    }
  }

  /** Whether it was there; if it is no more, its client may have taken its leave there. */
  boolean wasTold(ImportedInstance.Key key) {
    BeatHistory beats = beats(key);
    return beats != null && beats.passed() > 0;
  }

  /** Whether it has been heard all the time, for so long that it is heard nowhere else. */
  boolean isSteady(ImportedInstance.Key key) {
    BeatHistory beats = beats(key);
    return beats != null && beats.isSteady(millis.getAsLong());
  }

  /** The same, but believed at once while there is nobody who is heard in both clusters. */
  boolean isHereAlone(ImportedInstance.Key key) {
    BeatHistory beats = beats(key);
    if (beats == null) {
      return false;
    }
    long now = millis.getAsLong();
    return isNobodyOnBoth() ? !beats.isQuiet(now) : beats.isSteady(now);
  }

  /** Whether it vanished too soon to have expired. */
  boolean tookLeave(ImportedInstance.Key key) {
    BeatHistory beats = beats(key);
    return beats != null && beats.tookLeave(millis.getAsLong());
  }

  /** Null if it is not known. */
  private @Nullable BeatHistory beats(ImportedInstance.Key key) {
    Client client = heard.get(key);
    return client == null ? null : client.beats();
  }

  /** How often the client of an instance beats, in milliseconds, as the metadata says it. */
  private static long beatInterval(LocalInstance instance) {
    String own = instance.registered().metadata().getOrDefault(ExportMark.BEAT_INTERVAL, "");
    return own.matches("[1-9][0-9]{0,8}")
        ? Long.parseLong(own)
        : ExportMark.NATIVE_INTERVAL.toMillis();
  }
}
