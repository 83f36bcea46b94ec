package io.landbridge.migrate.backup;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.compat.fuzz.UsualLength;
import io.landbridge.registry.RegistryException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Backups: an input as it is, and the same with the last line that it would need, so that not
 * everything fails at the checksum.
 */
@UsualLength(1_024)
public final class BackupFileFuzz implements FuzzTarget {

  @Override
  public void run(byte[] input) throws IOException {
    verify(input);
    int lines = 0;
    for (byte each : input) {
      lines += each == '\n' ? 1 : 0;
    }
    String sha256 = HexFormat.of().formatHex(BackupFormat.sha256().digest(input));
    String end = "{\"entries\":" + (lines - 1) + ",\"sha256\":\"" + sha256 + "\"}\n";
    byte[] ended = Arrays.copyOf(input, input.length + end.length());
    System.arraycopy(end.getBytes(StandardCharsets.US_ASCII), 0, ended, input.length, end.length());
    verify(ended);
  }

  private static void verify(byte[] content) throws IOException {
    try {
      BackupSummary summary =
          BackupFile.read(new ByteArrayInputStream(content), content.length, entry -> {});
      Holds.that(summary.entries() >= 0, "a backup has entries");
      Holds.equal(summary.bytes(), (long) content.length);
    } catch (MalformedBackupException e) {
      Holds.that(String.valueOf(e.getMessage()).length() < 2_000, "the message is short");
    } catch (RegistryException e) {
      throw new AssertionError("no request was sent", e);
    }
  }
}
