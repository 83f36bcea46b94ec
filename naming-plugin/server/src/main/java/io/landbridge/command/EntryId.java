package io.landbridge.command;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * One entry of the log. The number alone would name another entry once the log was begun anew; with
 * the hash of its bytes it names that one for ever.
 *
 * @param number how many entries were applied before it, plus one; the same on every member
 * @param sha256 of its bytes, in lower-case hexadecimal
 */
public record EntryId(long number, String sha256) {

  private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

  /** Checks both parts. */
  public EntryId {
    Objects.requireNonNull(sha256, "sha256");
    if (number < 1) {
      throw new IllegalArgumentException("entries are counted from 1, so there is no " + number);
    }
    if (!SHA_256.matcher(sha256).matches()) {
      throw new IllegalArgumentException("a SHA-256 has 64 digits of 0-9 and a-f");
    }
  }

  /** The entry with this number and these bytes. */
  public static EntryId of(long number, byte[] entry) {
    try {
      return new EntryId(
          number, HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(entry)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "entry " + number + " (SHA-256 " + sha256 + ")";
  }
}
