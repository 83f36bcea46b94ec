package io.landbridge.compat.load.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What is alive on the heap of a server process that collects with one thread ({@code
 * UseSerialGC}), as the JDK's {@code jcmd} tells.
 *
 * @param pid of the process
 */
record ServerHeap(long pid) {

  private static final int LOOKS = 3;
  private static final Duration BETWEEN = Duration.ofMillis(500);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Pattern GENERATION =
      Pattern.compile("generation\\s+total \\d+K, used (\\d+)K");

  /** Bytes after a full collection; the least of several, because a server is never quite idle. */
  long live() {
    return IntStream.range(0, LOOKS)
        .mapToLong(
            look -> {
              Eventually.pause(BETWEEN);
              jcmd("GC.run");
              return used(jcmd("GC.heap_info"));
            })
        .min()
        .orElseThrow();
  }

  /** The sum of both generations in what {@code GC.heap_info} says. */
  static long used(String info) {
    Matcher generations = GENERATION.matcher(info);
    long kilobytes = 0;
    int found = 0;
    while (generations.find()) {
      kilobytes += Long.parseLong(generations.group(1));
      found++;
    }
    if (found != 2) {
      throw new BenchException("the server's heap does not have two generations: " + info);
    }
    return kilobytes * 1024;
  }

  private String jcmd(String command) {
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
      throw new BenchException("no jcmd in this JDK, which measures the heap: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted");
    }
  }
}
