package io.landbridge.document;

import io.landbridge.document.DocumentSource.Unavailable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A document could not be had at one place. */
final class FetchException extends Exception {

  private static final long serialVersionUID = 1L;

  private static final int LONGEST_QUOTE = 200;

  /** Of a text; what white space there may be among the characters that are quoted is less. */
  private static final int LOOKED_AT = 1_000;

  private static final Pattern SPACE = Pattern.compile("[\\p{Cntrl}\\s]+");

  private final Reason reason;

  FetchException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  FetchException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  Unavailable unavailable() {
    return new Unavailable(reason, String.valueOf(getMessage()));
  }

  /**
   * What somebody else wrote, fit for one line of a log. Takes texts alone, so that nobody makes
   * one of a value that refers to itself.
   */
  static String quote(@Nullable String text) {
    String all = String.valueOf(text);
    String line =
        SPACE.matcher(all.substring(0, Math.min(all.length(), LOOKED_AT))).replaceAll(" ").strip();
    return "'"
        + (line.length() <= LONGEST_QUOTE && all.length() <= LOOKED_AT
            ? line
            : line.substring(0, Math.min(line.length(), LONGEST_QUOTE)) + "...")
        + "'";
  }
}
