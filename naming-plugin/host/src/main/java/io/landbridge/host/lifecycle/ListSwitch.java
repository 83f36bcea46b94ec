package io.landbridge.host.lifecycle;

import io.landbridge.host.registry.RareWarning;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.answer.SuspensionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the plugin's switch in the server's list of plugins, where the server has one (Nacos 3.2
 * and newer): whenever it is turned, this member is suspended or resumed. The server replicates the
 * switch, so every member follows its own copy.
 *
 * <p>Only a turn counts, not the position: after {@code landbridge resume} a switch that is off
 * stays off until somebody turns it. The position that was followed last is kept in a file, so that
 * a member that was down follows a turn once it is back.
 */
final class ListSwitch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ListSwitch.class);

  static final String FILE = "switched-off-in-list";

  private static final long EVERY_MILLIS = 300;

  /** Suspends this member or lets it go on. */
  @FunctionalInterface
  interface Suspending {

    /**
     * Does so; what is so already stays so.
     *
     * @throws AdministrationException while that is not possible
     */
    SuspensionStatus suspend(boolean suspended) throws AdministrationException;
  }

  private final Supplier<Optional<Boolean>> enabled;
  private final Suspending member;
  private final Path file;
  private final RareWarning warning = new RareWarning(LOG);
  private Optional<Boolean> before = Optional.empty();
  private boolean followed;
  private final ScheduledExecutorService looking =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "landbridge-list-switch");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Reads which position was followed last.
   *
   * @param enabled the position of the switch; empty while the server does not know it yet
   * @param member what is suspended
   * @param directory of the file
   */
  ListSwitch(Supplier<Optional<Boolean>> enabled, Suspending member, Path directory) {
    this.enabled = enabled;
    this.member = member;
    this.file = directory.resolve(FILE);
    this.followed = !Files.exists(file);
  }

  /** Begins, on a thread of its own. */
  void start() {
    looking.scheduleWithFixedDelay(
        this::lookOrWarn, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void lookOrWarn() {
    try {
      look();
    } catch (RuntimeException | Error e) {
      warning.warn("Landbridge's switch in the list of plugins is not followed now", e);
    }
  }

  /**
   * Looks once. A position counts when it is the same twice: the server may be replaying its log,
   * with every turn of the past.
   */
  void look() {
    Optional<Boolean> now = enabled.get();
    boolean lasts = now.equals(before);
    before = now;
    if (lasts && now.isPresent() && now.get() != followed) {
      follow(now.get());
    }
  }

  private void follow(boolean on) {
    try {
      member.suspend(!on);
    } catch (AdministrationException e) {
      LOG.debug("not now: the plugin does not run", e);
      return;
    }
    followed = on;
    LOG.warn(
        on
            ? "This member was resumed: Landbridge was switched on in Nacos's list of plugins"
            : "This member was suspended: Landbridge was switched off in Nacos's list of plugins");
    try {
      if (on) {
        Files.deleteIfExists(file);
      } else {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, "");
      }
    } catch (IOException e) {
      LOG.warn("After a restart this member follows the switch once more", e);
    }
  }

  @Override
  public void close() {
    looking.shutdownNow();
  }
}
