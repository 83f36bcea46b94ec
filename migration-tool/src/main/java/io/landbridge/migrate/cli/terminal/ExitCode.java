package io.landbridge.migrate.cli.terminal;

/** How a command ends. Part of the interface for scripts: never renumbered. */
public final class ExitCode {

  public static final int OK = 0;
  public static final int FAILED = 1;
  public static final int USAGE = 2;
  public static final int DRIFT = 3;
  public static final int PARTIAL = 4;
  public static final int PRECONDITION = 5;
  public static final int GUARD = 6;
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
