package io.landbridge.compat.load.bench;

import java.time.Duration;
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
    return new Jcmd(pid).run(command);
  }
}
