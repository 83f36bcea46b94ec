package io.landbridge.compat.load.bench;

/** What processes have taken of the processors. */
final class ProcessorTime {

  private ProcessorTime() {}

  /** So far, in seconds; 0 for a process that has ended. */
  static double seconds(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(each -> each.info().totalCpuDuration())
        .map(each -> each.toMillis() / 1e3)
        .orElse(0.0);
  }
}
