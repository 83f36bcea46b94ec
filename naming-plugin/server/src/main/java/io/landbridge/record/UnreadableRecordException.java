package io.landbridge.record;

/** Bytes that are of a newer format or damaged. */
public final class UnreadableRecordException extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean newer;

  private UnreadableRecordException(boolean newer, String message) {
    super(message);
    this.newer = newer;
  }

  static UnreadableRecordException damaged(String message) {
    return new UnreadableRecordException(false, message);
  }

  static UnreadableRecordException newer(String message) {
    return new UnreadableRecordException(true, message);
  }

  /**
   * Whether the bytes are intact and only this version of the program is too old for them. Another
   * member may then have read what this one cannot; damaged bytes no member can read.
   */
  public boolean isNewer() {
    return newer;
  }
}
