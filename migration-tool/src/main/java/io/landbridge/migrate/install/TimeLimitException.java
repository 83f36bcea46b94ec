package io.landbridge.migrate.install;

import java.io.IOException;

/** A program that was ended because it did not end by itself in time. */
public final class TimeLimitException extends IOException {

  /** What to do about it. */
  static final String ADVICE =
      "the processor or the disk is busy: run the command again when this machine has less to do";

  private static final long serialVersionUID = 1L;

  /** Creates one for a limit in milliseconds. */
  public TimeLimitException(long millis) {
    super("no end within %d s".formatted(millis / 1_000));
  }
}
