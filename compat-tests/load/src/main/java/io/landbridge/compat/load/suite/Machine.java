package io.landbridge.compat.load.suite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Where it was measured, and what.
 *
 * @param processors how many this process may use
 * @param model of the processors
 * @param memoryMegabytes of the machine
 * @param kernel name and version
 * @param java the JVM of servers and clients
 * @param commit of the sources; {@code unknown} outside a repository
 * @param servers of the sources' list of versions
 */
record Machine(
    int processors,
    String model,
    long memoryMegabytes,
    String kernel,
    String java,
    String commit,
    List<String> servers) {

  private static final int KILOBYTES = 1_024;

  /** Copies the list. */
  Machine {
    servers = List.copyOf(servers);
  }

  /** This one. */
  static Machine here(Path root) {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        value(Path.of("/proc/cpuinfo"), "model name"),
        memory(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        commit(root),
        servers(root));
  }

  private static long memory() {
    String text = value(Path.of("/proc/meminfo"), "MemTotal");
    String digits = text.replaceAll("\\D", "");
    return digits.isEmpty() ? 0 : Long.parseLong(digits) / KILOBYTES;
  }

  private static String value(Path file, String key) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(key) && line.contains(":"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException none) {
      return "unknown";
    }
  }

  private static String commit(Path root) {
    try {
      Process git =
          new ProcessBuilder("git", "-C", root.toString(), "describe", "--always", "--dirty")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? text : "unknown";
    } catch (IOException none) {
      return "unknown";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "unknown";
    }
  }

  private static List<String> servers(Path root) {
    try {
      return Files.readAllLines(root.resolve("compat-tests/versions.txt")).stream()
          .filter(line -> line.startsWith("server nacos "))
          .map(line -> "Nacos " + line.split(" ")[2])
          .toList();
    } catch (IOException none) {
      return List.of();
    }
  }

  /** In a line. */
  String text() {
    return "%d processors (%s), %,d MB of memory, %s, %s"
        .formatted(processors, model, memoryMegabytes, kernel, java);
  }

  void addTo(ObjectNode json) {
    json.putObject("machine")
        .put("processors", processors)
        .put("model", model)
        .put("memory_mb", memoryMegabytes)
        .put("kernel", kernel)
        .put("java", java);
    ObjectNode versions = json.putObject("versions").put("commit", commit);
    servers.forEach(versions.withArray("servers")::add);
  }
}
