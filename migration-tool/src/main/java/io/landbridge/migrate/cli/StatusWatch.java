package io.landbridge.migrate.cli;

import io.landbridge.migrate.board.Board;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.Format;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Looks at a cluster again and again, and shows what each look has found: as a board that is drawn
 * anew at a terminal, as one line, or as one document. A cluster that does not answer is shown as
 * away and looked at again; only the very first look ends the command with its failure.
 *
 * @param pause how long to wait between two looks
 * @param times how often to look at most
 * @param format how it is printed
 * @param terminal where
 */
record StatusWatch(Duration pause, int times, Format format, Terminal terminal) {

  /** Moves to the first column of the first line and removes all that follows. */
  private static final String AGAIN = "\033[H\033[2J";

  /**
   * What a look has found.
   *
   * @param board what it has found
   * @param exitCode how status would end
   */
  record Found(Board board, int exitCode) {}

  /** Looks once. */
  interface Look {
    Found look() throws RegistryException, CommandException;
  }

  /**
   * Begins, and comes back after the last look.
   *
   * @param document how a look is printed as JSON or YAML
   * @return the exit code of the last look
   */
  int run(Look look, Function<Board, String> document) throws RegistryException, CommandException {
    Found found = look.look();
    print(found.board(), document);
    for (int done = 1; done < times; done++) {
      pass();
      found = again(look);
      print(found.board(), document);
    }
    return found.exitCode();
  }

  private static Found again(Look look) throws RegistryException {
    try {
      return look.look();
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      return away(String.valueOf(e.getMessage()));
    } catch (CommandException e) {
      return away(String.valueOf(e.getMessage()));
    }
  }

  private static Found away(String why) {
    return new Found(new Board(Instant.now(), null, "", why), ExitCode.FAILED);
  }

  private void print(Board board, Function<Board, String> document) {
    if (format != Format.TABLE) {
      if (board.status() == null) {
        terminal.note("away: " + board.failure());
      } else {
        terminal.out().print(document.apply(board));
      }
    } else if (terminal.outIsTerminal()) {
      terminal
          .out()
          .print(
              AGAIN + board.text() + "\nEvery %d s; Ctrl-C ends.\n".formatted(pause.toSeconds()));
    } else {
      terminal.out().print(board.line());
    }
    terminal.out().flush();
  }

  private void pass() throws RegistryException {
    try {
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryException(
          Kind.INTERRUPTED, "interrupted between two looks", "landbridge", "run the command again");
    }
  }
}
