package io.landbridge.document;

import io.landbridge.document.DocumentSource.Unavailable;
import org.jspecify.annotations.Nullable;

/** A document could not be had at one place. */
final class AskException extends Exception {

  private static final long serialVersionUID = 1L;

  private static final int LONGEST_QUOTE = 200;

  private final Reason reason;

  AskException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  AskException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  Unavailable unavailable() {
    return new Unavailable(reason, String.valueOf(getMessage()));
  }

  /** What somebody else wrote, fit for one line of a log. */
  static String quote(@Nullable Object text) {
    String line = String.valueOf(text).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return "'"
        + (line.length() <= LONGEST_QUOTE ? line : line.substring(0, LONGEST_QUOTE) + "...")
        + "'";
  }
}
