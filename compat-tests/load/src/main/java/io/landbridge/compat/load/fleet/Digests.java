package io.landbridge.compat.load.fleet;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes of texts in UTF-8. */
final class Digests {

  private Digests() {}

  /**
   * The hash of a text, in hexadecimal.
   *
   * @param algorithm one that every Java platform has
   */
  static String hex(String algorithm, String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java platform has no " + algorithm, e);
    }
  }
}
