package io.landbridge.compat.load.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's tool that asks a JVM about itself.
 *
 * @param pid of the JVM
 */
record Jcmd(long pid) {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /**
   * Asks.
   *
   * @throws BenchException if there is no answer
   */
  String run(String command) {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    try {
      Process process =
          new ProcessBuilder(jcmd.toString(), Long.toString(pid), command)
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new BenchException("jcmd " + pid + " " + command + " failed: " + output);
      }
      return output;
    } catch (IOException e) {
      throw new BenchException("no jcmd in this JDK, which asks the server: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted");
    }
  }
}
