package io.landbridge.migrate.cli;

/** How a command ends. Part of the interface for scripts: never renumbered. */
final class ExitCode {

  static final int OK = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int DRIFT = 3;
  static final int PARTIAL = 4;
  static final int PRECONDITION = 5;
  static final int GUARD = 6;
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
