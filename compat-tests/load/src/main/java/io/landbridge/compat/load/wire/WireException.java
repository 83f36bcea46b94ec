package io.landbridge.compat.load.wire;

/** A request that was not answered with success. Every future of this package fails with it. */
public final class WireException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What is known about the request. */
  public enum Kind {
    /** There is no connection now; nothing was sent. */
    NOT_CONNECTED,
    /** The server could not be reached, or did not accept the client; nothing was registered. */
    UNREACHABLE,
    /** The connection broke after the request was sent: it was carried out or not. */
    BROKEN,
    /** No answer in time: it was carried out or not. */
    TIMEOUT,
    /** The server answered that it refuses. */
    REFUSED,
    /** The answer is not what the protocol says. */
    MALFORMED
  }

  private final Kind kind;
  private final int errorCode;

  WireException(Kind kind, String message) {
    this(kind, 0, message);
  }

  private WireException(Kind kind, int errorCode, String message) {
    // No stack trace: thousands fail at once when a server goes, all at the same place.
    super(kind + ": " + message, null, false, false);
    this.kind = kind;
    this.errorCode = errorCode;
  }

  static WireException refused(int errorCode, String message) {
    return new WireException(Kind.REFUSED, errorCode, message + " (" + errorCode + ")");
  }

  /** What is known about the request. */
  public Kind kind() {
    return kind;
  }

  /** The server's error code when it refused, otherwise 0. */
  public int errorCode() {
    return errorCode;
  }

  /** Whether the request may have been carried out all the same. */
  public boolean isIndeterminate() {
    return kind == Kind.BROKEN || kind == Kind.TIMEOUT;
  }
}
