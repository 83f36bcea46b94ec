package io.landbridge.compat.history;

/**
 * One thing that was asked of a server.
 *
 * @param kind what
 * @param subject of whom: a provider's address for registrations, an application for switches
 * @param application the application it is about
 * @param server whom it was asked, {@code ip:port}; empty if there was no connection
 * @param startMillis when it was sent, milliseconds of the test's own steady clock
 * @param endMillis when its outcome was known
 * @param outcome what is known
 * @param detail the error, or empty
 */
public record Operation(
    Kind kind,
    String subject,
    String application,
    String server,
    long startMillis,
    long endMillis,
    Outcome outcome,
    String detail) {

  /** What can be asked. */
  public enum Kind {
    /** A provider registers everything it offers. */
    REGISTER,
    /** The provider's client has registered everything again, at this server. */
    RESTORE,
    /** A provider takes everything back. */
    DEREGISTER,
    /** A provider's connection is closed and it will not come back: its process is dead. */
    DIE,
    /** An operator switches the translation of an application on. */
    SWITCH_ON,
    /** An operator switches it off. */
    SWITCH_OFF;

    /** Whether it is a switch. */
    public boolean isSwitch() {
      return this == SWITCH_ON || this == SWITCH_OFF;
    }
  }

  /** What is known of its effect. */
  public enum Outcome {
    /** Acknowledged: it has happened. */
    OK,
    /** Refused or never sent: it has not happened and will not. */
    FAILED,
    /** Not answered: it has happened, will happen, or neither. */
    UNKNOWN
  }
}
