package io.landbridge.compat.waiting;

import java.lang.StackWalker.StackFrame;
import java.util.List;

/**
 * Who waits, or starts something.
 *
 * @param line the line of code that does
 * @param test the test it does so for: the outermost code of ours in the thread
 */
record Waiter(String line, String test) {

  private static final StackWalker STACK = StackWalker.getInstance();
  private static final String OURS = "io.landbridge.";
  private static final String WAITING = Waiter.class.getPackageName() + ".";

  static Waiter ofThisThread() {
    List<StackFrame> ours =
        STACK.walk(frames -> frames.filter(frame -> isOurs(frame.getClassName())).toList());
    if (ours.isEmpty()) {
      return new Waiter("something", "thread " + Thread.currentThread().getName());
    }
    StackFrame line = ours.get(0);
    return new Waiter(
        line.getFileName() + ":" + line.getLineNumber(),
        ours.get(ours.size() - 1).getClassName().replaceAll("\\$.*", ""));
  }

  /** Tests of this package wait, too. */
  private static boolean isOurs(String name) {
    return name.startsWith(OURS) && (!name.startsWith(WAITING) || name.matches(".*(Test|IT)\\b.*"));
  }
}
