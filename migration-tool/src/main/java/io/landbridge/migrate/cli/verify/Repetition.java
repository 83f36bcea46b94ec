package io.landbridge.migrate.cli.verify;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Does something again and again. The first failure ends it if it is the very first time: what was
 * given is wrong then. Later ones are told and got over, unless there are many in a row.
 *
 * @param pause what passes between two times
 * @param times how often at most
 * @param limit for how long at most; it is not begun again after that
 */
public record Repetition(Duration pause, int times, Duration limit) {

  /** A server that is restarted is back sooner, also if it is asked every few seconds. */
  static final int MAX_FAILURES = 30;

  /** What is done. */
  public interface Look {

    /** Does it once and gives its exit code. */
    int look() throws Exception;
  }

  /**
   * Begins, and comes back after the last time.
   *
   * @return the worst of the exit codes; that of a failure only if the last time was one
   */
  public int run(Look look, Terminal terminal) throws Exception {
    long began = System.nanoTime();
    int worst = look.look();
    int failures = 0;
    @Nullable CommandException failure = null;
    for (int done = 1; done < times; done++) {
      terminal.out().flush();
      if (System.nanoTime() - began + pause.toNanos() > limit.toNanos()) {
        break;
      }
      pass();
      try {
        worst = Math.max(worst, look.look());
        failure = null;
        failures = 0;
      } catch (RegistryException e) {
        if (e.kind() == Kind.INTERRUPTED) {
          throw e;
        }
        failure = CommandException.of(e);
      } catch (CommandException e) {
        failure = e;
      }
      if (failure != null) {
        failures++;
        if (failures == MAX_FAILURES) {
          throw failure;
        }
        terminal.warn(failure);
      }
    }
    return worst != ExitCode.OK || failure == null ? worst : ExitCode.FAILED;
  }

  private void pass() throws RegistryException {
    try {
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryException(
          Kind.INTERRUPTED, "interrupted between two reads", "landbridge", "run the command again");
    }
  }
}
