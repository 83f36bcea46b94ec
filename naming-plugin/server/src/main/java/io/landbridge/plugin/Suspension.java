package io.landbridge.plugin;

import io.landbridge.service.answer.SuspensionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether an operator wants this member to answer as if the plugin were not there. Kept in a file
 * of this member, so that neither the group nor its log is needed: somebody who turns the plugin
 * off has a reason not to rely on it. Safe for use from any thread.
 *
 * <p>The file is all that counts at a start: an operator may put it there by hand, or remove it,
 * while the server is stopped.
 */
final class Suspension {

  private static final Logger LOG = LoggerFactory.getLogger(Suspension.class);

  static final String FILE = "suspended";

  private final Path directory;
  private final Path file;
  private final LongSupplier clock;
  private final List<Consumer<Boolean>> listeners = new CopyOnWriteArrayList<>();
  private volatile SuspensionStatus status;

  /**
   * Reads how it is.
   *
   * @param directory where the file is, or will be; need not exist
   * @param clock milliseconds since 1970
   */
  Suspension(Path directory, LongSupplier clock) {
    this.directory = directory;
    this.file = directory.resolve(FILE);
    this.clock = clock;
    this.status =
        Files.exists(file) ? new SuspensionStatus(true, since(), true) : SuspensionStatus.NONE;
    if (status.suspended()) {
      LOG.warn(
          "Landbridge is suspended on this member: derived instances are hidden; resume with"
              + " 'landbridge resume'");
    }
  }

  private long since() {
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException | NumberFormatException e) {
      LOG.debug("{} has no start time of the suspension", file, e);
      return clock.getAsLong();
    }
  }

  /**
   * Asks to be told.
   *
   * @param listener called at once with how it is, and then whenever an operator says
   */
  void follow(Consumer<Boolean> listener) {
    listeners.add(listener);
    listener.accept(status.suspended());
  }

  SuspensionStatus status() {
    return status;
  }

  boolean isSuspended() {
    return status.suspended();
  }

  /** First what shows, then what lasts: a full disk must not keep anybody from either. */
  synchronized SuspensionStatus suspend(boolean wanted) {
    if (wanted == status.suspended() && status.durable()) {
      return status;
    }
    long since = !wanted ? 0 : status.suspended() ? status.since() : clock.getAsLong();
    status = new SuspensionStatus(wanted, since, false);
    listeners.forEach(each -> tell(each, wanted));
    status = new SuspensionStatus(wanted, since, writeDown(wanted, since));
    LOG.warn(
        wanted
            ? "Landbridge was suspended on this member: derived instances are hidden"
            : "Landbridge was resumed on this member: derived instances are shown again");
    return status;
  }

  /** Something else may be broken; that is what this is for. */
  private static void tell(Consumer<Boolean> listener, boolean wanted) {
    try {
      listener.accept(wanted);
    } catch (RuntimeException e) {
      LOG.warn("A part of Landbridge did not process suspended={}", wanted, e);
    }
  }

  private boolean writeDown(boolean wanted, long since) {
    try {
      if (wanted) {
        Files.createDirectories(directory);
        Files.writeString(file, since + "\n");
      } else {
        Files.deleteIfExists(file);
      }
      return true;
    } catch (IOException e) {
      LOG.error(
          "After a restart this member will {} be suspended, because {} cannot be written",
          wanted ? "not" : "again",
          file,
          e);
      return wanted == Files.exists(file);
    }
  }
}
