package io.landbridge.host.logfile;

import java.nio.file.Path;

/**
 * Where the log file is and how large it gets.
 *
 * @param enabled whether there is one
 * @param directory the server's log directory
 * @param maxBytes a file that reaches this size is closed and numbered, 64 KiB to 1 GiB
 * @param files how many files there are, with the current one, 2 to 20
 */
public record LogFileSettings(boolean enabled, Path directory, long maxBytes, int files) {

  /** Size of a file when nothing is set: 50 MiB. */
  public static final long DEFAULT_BYTES = 50L << 20;

  /** Number of files when nothing is set. */
  public static final int DEFAULT_FILES = 5;

  /** Refuses sizes that do not bound anything. */
  public LogFileSettings {
    if (maxBytes < 64 << 10 || maxBytes > 1 << 30) {
      throw new IllegalArgumentException(
          "a log file of %d bytes is not between 64KB and 1GB".formatted(maxBytes));
    }
    if (files < 2 || files > 20) {
      throw new IllegalArgumentException("%d log files are not between 2 and 20".formatted(files));
    }
  }
}
