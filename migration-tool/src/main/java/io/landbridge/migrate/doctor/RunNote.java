package io.landbridge.migrate.doctor;

/**
 * What the cluster's lock says of the latest run of this command that changed something.
 *
 * @param name who runs it, for people
 * @param doing what for, for people; empty when the lock cannot be read
 * @param until when the lock ends by itself, milliseconds since 1970; 0 when it was given back
 * @param held why the run does nothing for now, for people; empty while it works
 */
public record RunNote(String name, String doing, long until, String held) {

  /** A lock that this version cannot read. */
  public static final RunNote UNREADABLE = new RunNote("", "", Long.MAX_VALUE, "");
}
