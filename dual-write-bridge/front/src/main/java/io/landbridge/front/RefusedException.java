package io.landbridge.front;

/** A request that cannot be answered as asked, with what the client is told. */
public final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What a client sent is quoted up to here. */
  private static final int LONGEST = 1_000;

  private final int status;
  private final boolean quoted;

  /**
   * Creates a RefusedException.
   *
   * @param status of HTTP, 400 to 599
   * @param message the body of the answer; cut after 1000 characters
   */
  public RefusedException(int status, String message) {
    this(status, message, true);
  }

  private RefusedException(int status, String message, boolean quoted) {
    super(message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "...");
    this.status = status;
    this.quoted = quoted;
  }

  /** A request for configurations without a parameter, which 1.x answers in another form. */
  public static RefusedException missing(String parameter) {
    return new RefusedException(400, "Parameter '" + parameter + "' is missing", false);
  }

  /** What 1.4 calls an error of the server, although the client has made it. */
  static RefusedException failed(String message) {
    return new RefusedException(500, message);
  }

  /** What a client sent wrong, with status 400. */
  public static RefusedException malformed(String message) {
    return new RefusedException(400, message);
  }

  /** The status of the answer. */
  public int status() {
    return status;
  }

  /** What the client is told. */
  public String text() {
    String message = getMessage();
    String text = message == null ? "" : message;
    return quoted ? "caused: " + text + ";" : text;
  }
}
