package io.landbridge.bench;

import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;

/** The heap of this process, without garbage. */
final class Heap {

  private static final int MAX_COLLECTIONS = 10;
  private static final long SAME_BYTES = 64 << 10;

  private Heap() {}

  /** Bytes in use after as many full collections as change anything. */
  static long used() {
    long before = Long.MAX_VALUE;
    for (int i = 0; i < MAX_COLLECTIONS; i++) {
      System.gc();
      long now = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      if (before - now < SAME_BYTES) {
        return now;
      }
      before = now;
    }
    return before;
  }

  /** The classes of ours that take most, as the virtual machine lists them. */
  static List<String> histogram(int lines) throws JMException {
    String all =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
    return all.lines()
        .filter(line -> line.contains("io.landbridge") || line.matches(" +[1-8]: .*"))
        .limit(lines)
        .toList();
  }
}
