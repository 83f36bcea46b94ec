package io.landbridge.migrate.backup;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Backups: an input as it is, and the same with the last line that it would need, so that not
 * everything fails at the checksum.
 */
public final class BackupFileFuzz implements FuzzTarget {

  private final Path file;

  /** Makes it, with a file that is gone when the process ends. */
  public BackupFileFuzz() {
    try {
      file = Files.createTempFile("backup", ".fuzz");
      file.toFile().deleteOnExit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void run(byte[] input) throws IOException {
    verify(input);
    String text = new String(input, StandardCharsets.ISO_8859_1);
    long lines = text.chars().filter(each -> each == '\n').count();
    String end =
        "{\"entries\":%d,\"sha256\":\"%s\"}\n"
            .formatted(lines - 1, HexFormat.of().formatHex(BackupFormat.sha256().digest(input)));
    byte[] ended = Arrays.copyOf(input, input.length + end.length());
    System.arraycopy(end.getBytes(StandardCharsets.US_ASCII), 0, ended, input.length, end.length());
    verify(ended);
  }

  private void verify(byte[] content) throws IOException {
    Files.write(file, content);
    try {
      BackupSummary summary = new BackupFile(file).verify();
      Holds.that(summary.entries() >= 0, "a backup has entries");
    } catch (MalformedBackupException e) {
      Holds.that(String.valueOf(e.getMessage()).length() < 2_000, "the message is short");
    }
  }
}
