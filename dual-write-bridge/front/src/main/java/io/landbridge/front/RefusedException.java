package io.landbridge.front;

/** A request that cannot be answered as asked, with what the client is told. */
public final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What a client sent is quoted up to here. */
  private static final int LONGEST = 1_000;

  private final int status;

  /**
   * Creates a RefusedException.
   *
   * @param status of HTTP, 400 to 599
   * @param message the body of the answer; cut after 1000 characters
   */
  public RefusedException(int status, String message) {
    super(message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "...");
    this.status = status;
  }

  /** What 1.4 calls an error of the server, although the client has made it. */
  static RefusedException failed(String message) {
    return new RefusedException(500, message);
  }

  static RefusedException malformed(String message) {
    return new RefusedException(400, message);
  }

  /** The status of the answer. */
  public int status() {
    return status;
  }

  /** What the client is told. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
