package io.landbridge.migrate.campaign;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.migrate.campaign.StoppedException.Kind;
import io.landbridge.registry.RegistryException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Keeps two runs from changing one cluster at a time. The lock is a note in the cluster, taken by
 * compare-and-swap, that names its holder and ends by itself. Whoever has the journal of the holder
 * on the holder's machine, which the operating system lets one process have, may take it over at
 * once: the process before was killed. For one thread.
 */
public final class ClusterLock {

  /** The note. */
  public static final String NOTE = "lock";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ATTEMPTS = 5;

  private final Notes notes;
  private final Pace pace;
  private final Holder holder;
  private final Duration ttl;
  private Optional<String> held = Optional.empty();
  private long until;

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
   */
  public record Present(String name, String doing, long until) {}

  /** The note's content. An expired or released one has {@code until} in the past. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Content(
      int format, String journal, String host, String name, String doing, long until) {}

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
    Content content = parse(note.get());
    return Optional.of(new Present(content.name(), content.doing(), content.until()));
  }

  private static Content parse(String text) throws StoppedException {
    try {
      return JSON.readValue(text, Content.class);
    } catch (JsonProcessingException e) {
      throw new StoppedException(
          Kind.LOCKED,
          "the lock of this cluster cannot be read",
          "configuration LANDBRIDGE/" + NOTE,
          "the lock may belong to a newer version; delete the configuration once no other run is"
              + " active");
    }
  }

  private void refuseIfHeld(String text) throws StoppedException {
    Content present = parse(text);
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
    try {
      return JSON.writeValueAsString(
          new Content(1, holder.journal(), holder.host(), holder.name(), holder.doing(), end));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of values can always be written", e);
    }
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
      // The answer to the renewal before may have been lost; then it still names us.
      acquire();
    }
  }

  /**
   * Waits, and keeps it meanwhile.
   *
   * @throws StoppedException if somebody has taken it
   */
  void pause(Duration time) throws RegistryException, StoppedException {
    Duration left = time;
    Duration longest = ttl.dividedBy(4);
    renew();
    while (left.compareTo(longest) > 0) {
      pace.pause(longest);
      left = left.minus(longest);
      renew();
    }
    pace.pause(left);
    renew();
  }

  /** Gives it back; whoever has taken it over keeps it. */
  public void release() throws RegistryException {
    if (held.isPresent()) {
      notes.replace(NOTE, held, content(0));
      held = Optional.empty();
    }
  }
}
