package io.landbridge.compat.cluster;

import org.opentest4j.TestAbortedException;

/** Skips the test that runs. A class of its own, because programs without tests have no JUnit. */
final class SkippedTest {

  private SkippedTest() {}

  /** Ends the test as skipped. */
  static void because(String reason) {
    throw new TestAbortedException(reason);
  }
}
