package io.landbridge.compat.upgrade;

import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.Machines;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the commands of the runbook in bash, on machines that are directories here. They come over
 * standard input, as from a terminal they are pasted into, and nothing is set for them that the
 * document does not set.
 */
final class Operator {

  /** A step has at most a few waits of two minutes. */
  private static final Duration LIMIT = Duration.ofMinutes(8);

  /** What the document leaves to whoever follows it. */
  private static final String HERE =
      """
      on() { (cd "$MACHINES/${1#*:}" && bash -c "$2" < /dev/null); }
      """;

  private final Machines machines;
  private final Runbook book;
  private final Path log;

  Operator(Machines machines, Runbook book, Path log) {
    this.machines = machines;
    this.book = book;
    this.log = log;
  }

  /**
   * Runs a script with the variables of a pass.
   *
   * @throws UpgradeException if it fails; shows what it said
   */
  void run(Runbook.Pass pass, String what, String script) {
    try {
      Files.writeString(
          log, "===== " + what + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      Process bash = bash(HERE + book.functions() + pass.variables() + "\n" + script);
      if (!bash.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        bash.destroyForcibly();
        throw new UpgradeException(what + " did not end in " + LIMIT + ":\n" + said());
      }
      if (bash.exitValue() != 0) {
        throw new UpgradeException(
            what + " failed with " + bash.exitValue() + ":\n" + script + "\n" + said());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UpgradeException("Interrupted in " + what);
    }
  }

  private Process bash(String script) throws IOException {
    Path pasted = log.resolveSibling("step.sh");
    Files.writeString(pasted, script);
    List<String> servers = machines.addresses();
    Artifacts artifacts = Artifacts.locate();
    ProcessBuilder builder =
        new ProcessBuilder("bash")
            .redirectErrorStream(true)
            .redirectInput(pasted.toFile())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("NACOS_"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.merge(
        "PATH",
        String.valueOf(artifacts.commandLineTool().getParent()),
        (path, tool) -> tool + File.pathSeparator + path);
    environment.put("MACHINES", machines.directory().toString());
    for (int i = 0; i < servers.size(); i++) {
      environment.put("S" + (i + 1), servers.get(i));
    }
    environment.put("OLD", "old");
    environment.put("NEW", "new");
    environment.put("PLUGIN", artifacts.pluginJar().toString());
    environment.put("NAMESPACES", "public");
    environment.put("START", "bin/startup.sh -p embedded");
    return builder.start();
  }

  private String said() throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
  }
}
