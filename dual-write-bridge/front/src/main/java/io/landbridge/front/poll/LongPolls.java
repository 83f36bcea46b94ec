package io.landbridge.front.poll;

import io.landbridge.front.config.ConfigName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The polls that wait for a change, by what they wait for: a change costs as much as it has
 * listeners. No poll has a thread; {@link #expire} ends those whose time is over, and must be
 * called regularly. Each poll is told once. Nothing is told under a lock. Safe for use from any
 * thread.
 */
public final class LongPolls {

  /** What a poll takes without its names, and without what the server keeps of a request. */
  private static final int POLL_BYTES = 1_024;

  /** What a name takes without its characters. */
  private static final int NAME_BYTES = 128;

  private static final int FEW = 1_000;

  private final PollLimits limits;
  private final LongSupplier nanos;
  private final Object lock = new Object();
  private final Map<ConfigName, Listeners> byName = new HashMap<>();
  private final Map<String, Address> byAddress = new HashMap<>();
  private final PriorityQueue<Deadline> deadlines = new PriorityQueue<>();
  private int waiting;
  private long bytes;
  private long told;
  private long expired;
  private long released;
  private long refused;

  /**
   * Makes an empty collection.
   *
   * @param limits how much may wait
   * @param nanos a clock such as {@link System#nanoTime}
   */
  public LongPolls(PollLimits limits, LongSupplier nanos) {
    this.limits = limits;
    this.nanos = nanos;
  }

  /** The polls that wait for a name. */
  private record Listeners(ConfigName name, Set<Poll> polls) {}

  /** What those of one address take. */
  private static final class Address {
    private int polls;
    private long bytes;
  }

  /** When a poll ends; kept until then even if the poll is told before, but without the poll. */
  private static final class Deadline implements Comparable<Deadline> {
    private final long at;
    private Optional<Poll> poll;

    Deadline(long at, Poll poll) {
      this.at = at;
      this.poll = Optional.of(poll);
    }

    @Override
    public int compareTo(Deadline other) {
      return Long.signum(at - other.at);
    }
  }

  /** A poll that waits. */
  public final class Poll {
    private final List<ConfigName> names;
    private final String address;
    private final long size;
    private final Consumer<List<ConfigName>> listener;
    private final Deadline deadline;
    private boolean waits = true;

    private Poll(
        List<ConfigName> names,
        String address,
        long size,
        long until,
        Consumer<List<ConfigName>> listener) {
      this.names = names;
      this.address = address;
      this.size = size;
      this.listener = listener;
      this.deadline = new Deadline(until, this);
    }

    /** Ends it without telling anybody, because its client is gone; nothing happens if it ended. */
    public void release() {
      synchronized (lock) {
        if (remove(this)) {
          released++;
        }
      }
    }

    /** Tells it of changes, unless it has ended. */
    public void tell(List<ConfigName> changed) {
      synchronized (lock) {
        if (!remove(this)) {
          return;
        }
        told++;
      }
      listener.accept(changed);
    }
  }

  /**
   * Adds a poll.
   *
   * @param names it waits for
   * @param address of the client
   * @param atMost how long it waits
   * @param listener told what has changed, or nothing after that time; must not block
   * @return empty if too many wait, or they take too much
   */
  public Optional<Poll> add(
      Collection<ConfigName> names,
      String address,
      Duration atMost,
      Consumer<List<ConfigName>> listener) {
    Set<ConfigName> distinct = new HashSet<>(names);
    long size = POLL_BYTES;
    for (ConfigName each : distinct) {
      size += NAME_BYTES + each.bytes();
    }
    synchronized (lock) {
      Address of = byAddress.computeIfAbsent(address, each -> new Address());
      if (waiting >= limits.polls()
          || bytes + size > limits.bytes()
          || of.polls >= limits.pollsPerAddress()
          || of.bytes + size > limits.bytesPerAddress()) {
        refused++;
        if (of.polls == 0) {
          byAddress.remove(address);
        }
        return Optional.empty();
      }
      List<ConfigName> shared = new ArrayList<>(distinct.size());
      Poll poll = new Poll(shared, address, size, nanos.getAsLong() + atMost.toNanos(), listener);
      for (ConfigName each : distinct) {
        shared.add(shared(each, poll));
      }
      addDeadline(poll.deadline);
      waiting++;
      bytes += size;
      of.polls++;
      of.bytes += size;
      return Optional.of(poll);
    }
  }

  /** Many wait for the same names, of which one is kept. */
  private ConfigName shared(ConfigName name, Poll poll) {
    Listeners listeners =
        byName.computeIfAbsent(name, each -> new Listeners(each, new HashSet<>(2)));
    listeners.polls().add(poll);
    return listeners.name();
  }

  /** Those of polls that have ended are kept until their time, but not more than of those left. */
  private void addDeadline(Deadline deadline) {
    if (deadlines.size() > 2 * waiting + FEW) {
      deadlines.removeIf(each -> each.poll.isEmpty());
    }
    deadlines.add(deadline);
  }

  /** Under the lock. */
  private boolean remove(Poll poll) {
    if (!poll.waits) {
      return false;
    }
    poll.waits = false;
    poll.deadline.poll = Optional.empty();
    for (ConfigName each : poll.names) {
      @Nullable Listeners listeners = byName.get(each);
      if (listeners != null && listeners.polls().remove(poll) && listeners.polls().isEmpty()) {
        byName.remove(each);
      }
    }
    waiting--;
    bytes -= poll.size;
    @Nullable Address of = byAddress.get(poll.address);
    if (of != null) {
      of.polls--;
      of.bytes -= poll.size;
      if (of.polls == 0) {
        byAddress.remove(poll.address);
      }
    }
    return true;
  }

  /** Tells the polls that wait for a name that it changed. */
  public void changed(ConfigName name) {
    List<Poll> ended;
    synchronized (lock) {
      @Nullable Listeners listeners = byName.get(name);
      ended = listeners == null ? List.of() : List.copyOf(listeners.polls());
      ended.forEach(this::remove);
      told += ended.size();
    }
    tell(ended, List.of(name));
  }

  /** Ends the polls whose time is over. */
  public void expire() {
    List<Poll> ended = new ArrayList<>();
    synchronized (lock) {
      long now = nanos.getAsLong();
      for (@Nullable Deadline first = deadlines.peek();
          first != null && first.at - now <= 0;
          first = deadlines.peek()) {
        deadlines.poll();
        first.poll.ifPresent(
            each -> {
              remove(each);
              ended.add(each);
            });
      }
      expired += ended.size();
    }
    tell(ended, List.of());
  }

  /** Ends all polls, as if their time were over. */
  public void close() {
    List<Poll> ended = new ArrayList<>();
    synchronized (lock) {
      for (Deadline each : deadlines) {
        each.poll.ifPresent(ended::add);
      }
      deadlines.clear();
      ended.forEach(this::remove);
      expired += ended.size();
    }
    tell(ended, List.of());
  }

  private static void tell(List<Poll> polls, List<ConfigName> changed) {
    for (Poll each : polls) {
      each.listener.accept(changed);
    }
  }

  /** What became of polls. */
  public PollCounts counts() {
    synchronized (lock) {
      return new PollCounts(waiting, bytes, told, expired, released, refused);
    }
  }
}
