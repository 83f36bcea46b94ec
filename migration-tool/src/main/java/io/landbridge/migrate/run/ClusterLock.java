package io.landbridge.migrate.run;

import io.landbridge.migrate.lock.LockRecord;
import io.landbridge.migrate.lock.Notes;
import io.landbridge.migrate.lock.Orders;
import io.landbridge.migrate.lock.Pace;
import io.landbridge.migrate.lock.RunState;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.migrate.wave.StoppedException.Kind;
import io.landbridge.registry.RegistryException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps two runs from changing one cluster at a time. The lock is a note in the cluster, taken by
 * compare-and-swap, that names its holder and ends by itself. Whoever has the journal of the holder
 * on the holder's machine, which the operating system lets one process have, may take it over at
 * once: the process before was killed. For one thread.
 */
public final class ClusterLock {

  /** The note. */
  public static final String NOTE = LockRecord.NOTE;

  private static final int ATTEMPTS = 5;

  private final Notes notes;
  private final Pace pace;
  private final Holder holder;
  private final Duration ttl;
  private final String id = UUID.randomUUID().toString();
  private Optional<String> held = Optional.empty();
  private long until;
  private @Nullable RunState state;
  private Orders orders = Orders.NONE;

  /**
   * Makes a lock that nobody has yet.
   *
   * @param ttl after how long it ends if it is not renewed; longer than any one step takes
   */
  public ClusterLock(Notes notes, Pace pace, Holder holder, Duration ttl) {
    this.notes = notes;
    this.pace = pace;
    this.holder = holder;
    this.ttl = ttl;
  }

  /**
   * Who wants it.
   *
   * @param journal the id of the journal
   * @param host the machine
   * @param name who that is, for people
   * @param doing what for, for people
   */
  public record Holder(String journal, String host, String name, String doing) {}

  /**
   * Who took the lock last, for people.
   *
   * @param name who that is
   * @param doing what for
   * @param until when it ends by itself, milliseconds since 1970; 0 when it was given back
   * @param held why the run does nothing for now; empty while it works
   */
  public record Present(String name, String doing, long until, String held) {}

  /**
   * Takes it.
   *
   * @throws StoppedException if somebody else has it
   */
  public void acquire() throws RegistryException, StoppedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<String> present = notes.read(NOTE);
      if (present.isPresent()) {
        refuseIfHeld(present.get());
      }
      if (take(present)) {
        return;
      }
    }
    throw new StoppedException(
        Kind.LOCKED,
        "other runs keep taking the lock of this cluster",
        NOTE,
        "check for other runs of landbridge, and run the command again");
  }

  /**
   * Reads who took it last; empty when nobody ever did.
   *
   * @throws StoppedException if that cannot be read
   */
  public static Optional<Present> present(Notes notes) throws RegistryException, StoppedException {
    Optional<String> note = notes.read(NOTE);
    if (note.isEmpty()) {
      return Optional.empty();
    }
    LockRecord record = parse(note.get());
    return Optional.of(
        new Present(record.name(), record.doing(), record.until(), record.heldBecause()));
  }

  private static LockRecord parse(String text) throws StoppedException {
    return LockRecord.parse(text)
        .orElseThrow(
            () ->
                new StoppedException(
                    Kind.LOCKED,
                    "the lock of this cluster cannot be read",
                    "configuration LANDBRIDGE/" + NOTE,
                    "the lock may belong to a newer version; delete the configuration once no other"
                        + " run is active"));
  }

  /** Takes orders from operators, from when it is taken on; that is before this is called. */
  void takeOrders(int throttleSeconds) {
    state = RunState.NEW.at(throttleSeconds);
  }

  /** What operators ordered of this run, as far as it has looked. */
  Orders orders() {
    return orders;
  }

  /** How far this run is, as it has told. */
  RunState state() {
    return state == null ? RunState.NEW : state;
  }

  /** By the cluster's clock. */
  long now() {
    return pace.now();
  }

  /**
   * Tells how far this run is, and looks for new orders at the same time: whoever gave one before
   * is heard now, and whoever comes later sees the new state.
   *
   * @throws StoppedException if somebody has taken the lock
   */
  void report(RunState told) throws RegistryException, StoppedException {
    if (state == null || told.equals(state)) {
      renew();
      return;
    }
    state = told;
    if (!take(held)) {
      recover();
    }
  }

  /**
   * Looks for new orders.
   *
   * @throws StoppedException if somebody has taken the lock
   */
  void look() throws RegistryException, StoppedException {
    if (state != null) {
      Optional<String> present = notes.read(NOTE);
      if (present.equals(held)) {
        renew();
      } else {
        recover();
      }
    } else {
      renew();
    }
  }

  /** The answer to a change may have been lost, or somebody gave an order. */
  private void recover() throws RegistryException, StoppedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<String> present = notes.read(NOTE);
      LockRecord.@Nullable Run run = present.isPresent() ? parse(present.get()).run() : null;
      if (run == null || !run.id().equals(id)) {
        break;
      }
      orders = run.orders();
      if (take(present)) {
        return;
      }
    }
    acquire();
  }

  private void refuseIfHeld(String text) throws StoppedException {
    LockRecord present = parse(text);
    boolean ours =
        holder.journal().equals(present.journal()) && holder.host().equals(present.host());
    if (present.until() > pace.now() && !ours) {
      throw new StoppedException(
          Kind.LOCKED,
          "another run is changing this cluster: %s (%s)"
              .formatted(present.name(), present.doing()),
          "configuration LANDBRIDGE/" + NOTE,
          "wait until the run ends; if its process is gone, the lock expires at %s"
              .formatted(Instant.ofEpochMilli(present.until())));
    }
  }

  private boolean take(Optional<String> expected) throws RegistryException {
    long end = pace.now() + ttl.toMillis();
    String content = content(end);
    if (!notes.replace(NOTE, expected, content)) {
      return false;
    }
    held = Optional.of(content);
    until = end;
    return true;
  }

  private String content(long end) {
    return new LockRecord(
            1,
            holder.journal(),
            holder.host(),
            holder.name(),
            holder.doing(),
            end,
            state == null || end == 0 ? null : new LockRecord.Run(id, state, orders))
        .text();
  }

  /**
   * Makes sure that it is still ours, and for how long.
   *
   * @throws StoppedException if somebody has taken it
   */
  public void renew() throws RegistryException, StoppedException {
    if (held.isEmpty()) {
      throw new IllegalStateException("the lock was not taken");
    }
    if (until - pace.now() > ttl.toMillis() * 2 / 3) {
      return;
    }
    if (!take(held)) {
      recover();
    }
  }

  /**
   * Waits, and keeps it meanwhile.
   *
   * @throws StoppedException if somebody has taken it, or an operator wants the run to end
   */
  void pause(Duration time) throws RegistryException, StoppedException {
    Duration left = time;
    Duration longest = ttl.dividedBy(4);
    patiently(this::renew);
    while (left.compareTo(longest) > 0) {
      pace.pause(longest);
      left = left.minus(longest);
      patiently(this::renew);
    }
    pace.pause(left);
    patiently(this::look);
    requireNotStopped();
  }

  private interface Request {
    void send() throws RegistryException, StoppedException;
  }

  /** Whoever waits can do without a server for as long as the lock lasts, and asks again. */
  private void patiently(Request request) throws RegistryException, StoppedException {
    try {
      request.send();
    } catch (RegistryException e) {
      if (!isAway(e) || until <= pace.now()) {
        throw e;
      }
    }
  }

  private static boolean isAway(RegistryException failure) {
    return failure.kind() == RegistryException.Kind.UNREACHABLE
        || failure.kind() == RegistryException.Kind.UNAVAILABLE;
  }

  /**
   * Passes unless an operator wants the run to end.
   *
   * @throws StoppedException says who
   */
  void requireNotStopped() throws StoppedException {
    if (orders.stopped()) {
      throw new StoppedException(
          Kind.ORDERED,
          "stopped by an operator (%s)".formatted(orders.by()),
          state().wave() == 0 ? holder.doing() : "wave %d".formatted(state().wave()),
          "finished steps stay in effect; run the command again to continue");
    }
  }

  /** Gives it back; whoever has taken it over keeps it. Orders nobody followed end with it. */
  public void release() throws RegistryException {
    if (held.isPresent() && !notes.replace(NOTE, held, content(0)) && state != null) {
      Optional<String> present = notes.read(NOTE);
      if (present.flatMap(LockRecord::parse).filter(this::isOfThisRun).isPresent()) {
        notes.replace(NOTE, present, content(0));
      }
    }
    held = Optional.empty();
  }

  private boolean isOfThisRun(LockRecord record) {
    LockRecord.Run run = record.run();
    return run != null && run.id().equals(id);
  }
}
