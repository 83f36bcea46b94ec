package io.landbridge.compat.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * Gives inputs to a target, and takes time and memory: both must be in proportion to the length of
 * the input. Time is that of the thread, memory all that it asked for; neither depends on what else
 * the machine does. For one thread.
 */
final class Execution {

  private static final long NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long NANOS_PER_BYTE = 20_000;

  private final FuzzTarget target;
  private final long besides;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  Execution(FuzzTarget target) {
    this(target, 0);
  }

  /**
   * Makes an execution of a target.
   *
   * @param besides how much memory something else may take on this thread, in bytes
   */
  Execution(FuzzTarget target, long besides) {
    this.target = target;
    this.besides = besides;
  }

  /**
   * Runs the target. What takes too much is run once more, and counts if it does so again: the
   * first time, classes may have been loaded.
   *
   * @throws FuzzFailure if the target throws, or takes too much
   */
  void run(byte[] input) throws FuzzFailure {
    if (!tooMuch(input).isEmpty()) {
      String again = tooMuch(input);
      if (!again.isEmpty()) {
        throw new FuzzFailure(input, again, null);
      }
    }
  }

  /** Why the time or memory is out of proportion to the input; empty if it is in proportion. */
  private String tooMuch(byte[] input) throws FuzzFailure {
    long memory = threads.getCurrentThreadAllocatedBytes();
    long time = threads.getCurrentThreadCpuTime();
    try {
      target.run(input);
    } catch (Exception | Error e) {
      throw new FuzzFailure(input, e + " was thrown", e);
    }
    time = threads.getCurrentThreadCpuTime() - time;
    memory = threads.getCurrentThreadAllocatedBytes() - memory;
    if (time > NANOS + NANOS_PER_BYTE * input.length) {
      return "it took %d ms".formatted(TimeUnit.NANOSECONDS.toMillis(time));
    }
    return memory > target.mostMemory(input.length) + besides
        ? "it took %d KiB of memory, at most %d are in proportion"
            .formatted(memory >> 10, target.mostMemory(input.length) >> 10)
        : "";
  }
}
