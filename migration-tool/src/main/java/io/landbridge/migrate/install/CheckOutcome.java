package io.landbridge.migrate.install;

/**
 * What a check before an installation found.
 *
 * @param check the check
 * @param result how it ended
 * @param what what was found
 * @param advice what to do; empty when there is nothing to do
 */
public record CheckOutcome(Check check, Result result, String what, String advice) {

  /** What is checked. Part of the interface for scripts: never renamed. */
  public enum Check {
    /** The server has what the plugin needs. */
    SERVER,
    /** The server is going to run on Java 17 or newer. */
    JAVA,
    /** No other copy of the plugin, and nothing unreadable, is where a server loads jars. */
    PLUGINS,
    /** The settings are known and can be written. */
    SETTINGS,
    /** This user may change the files. */
    PERMISSIONS,
    /** The disk has room. */
    SPACE,
    /** A server runs from this home. */
    RUNNING,
    /** The plugin has left data that an uninstallation does not remove. */
    DATA
  }

  /** How a check ended. */
  public enum Result {
    /** As it should be. */
    OK,
    /** An operator should look at it; no reason to stop. */
    WARNING,
    /** Nothing is changed before this is solved. */
    OBSTACLE
  }

  static CheckOutcome ok(Check check, String what) {
    return new CheckOutcome(check, Result.OK, what, "");
  }

  static CheckOutcome ok(Check check, String what, String advice) {
    return new CheckOutcome(check, Result.OK, what, advice);
  }

  static CheckOutcome warning(Check check, String what, String advice) {
    return new CheckOutcome(check, Result.WARNING, what, advice);
  }

  static CheckOutcome obstacle(Check check, String what, String advice) {
    return new CheckOutcome(check, Result.OBSTACLE, what, advice);
  }

  /** Returns whether nothing may be changed. */
  public boolean isObstacle() {
    return result == Result.OBSTACLE;
  }
}
