package io.landbridge.service.answer;

/**
 * Whether a member is suspended: it answers and pushes as if the plugin were not there.
 *
 * @param suspended whether it is
 * @param since since when, milliseconds since 1970; 0 when it is not
 * @param durable whether it will still be so after a restart; false when that could not be written
 *     down
 */
public record SuspensionStatus(boolean suspended, long since, boolean durable) {

  /** Not suspended. */
  public static final SuspensionStatus NONE = new SuspensionStatus(false, 0, true);
}
