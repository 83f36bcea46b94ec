package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.run.Hook;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs programs before and after a wave. Whatever they print goes to stderr; the password is not
 * among what they get in their environment.
 *
 * @param before the program before a wave; empty for none
 * @param after the program after a wave; empty for none
 * @param arguments their arguments
 * @param limit how long one may take
 * @param terminal its environment is theirs
 */
record ProgramHook(
    String before, String after, List<String> arguments, Duration limit, Terminal terminal)
    implements Hook {

  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  ProgramHook {
    arguments = List.copyOf(arguments);
  }

  @Override
  public void run(Phase phase, int wave, List<String> applications)
      throws RegistryException, StoppedException {
    String program = phase == Phase.BEFORE ? before : after;
    if (program.isEmpty()) {
      return;
    }
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.putAll(terminal.environment());
    environment.remove("NACOS_PASSWORD");
    environment.remove(ServerOptions.TOKEN_VARIABLE);
    environment.remove(GuardOptions.TOKEN_VARIABLE);
    environment.remove(GuardOptions.PASSWORD_VARIABLE);
    environment.put("LANDBRIDGE_PHASE", phase.name().toLowerCase(Locale.ROOT));
    environment.put("LANDBRIDGE_WAVE", String.valueOf(wave));
    environment.put("LANDBRIDGE_APPLICATIONS", String.join(",", applications));
    try {
      Process process = builder.start();
      Thread said = new Thread(() -> passOn(process), "hook");
      said.setDaemon(true);
      said.start();
      try {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
          throw says("did not exit within %d s".formatted(limit.toSeconds()), program, wave);
        }
        // What it has started itself may keep its output open for ever.
        said.join(LAST_WORDS.toMillis());
      } finally {
        process.destroyForcibly();
      }
      if (process.exitValue() != 0) {
        throw says("exited with %d".formatted(process.exitValue()), program, wave);
      }
    } catch (IOException e) {
      throw says("cannot be run (%s)".formatted(e.getMessage()), program, wave);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryException(
          Kind.INTERRUPTED, "interrupted", program, "run the command again");
    }
  }

  /** Results have stdout for themselves. */
  private void passOn(Process process) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(terminal.err()::println);
    } catch (IOException | UncheckedIOException e) {
      // It has ended.
    }
  }

  private static StoppedException says(String what, String program, int wave) {
    return StoppedException.byHook(
        "the program for wave %d %s".formatted(wave, what),
        program,
        "check the output of the program and run the command again");
  }
}
