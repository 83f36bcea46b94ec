package io.landbridge.compat.cluster;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * What the members of one ensemble share and nobody else may know.
 *
 * @param identityKey name of the header by which members know each other
 * @param identityValue its value
 * @param tokenKey Base64 of the key that tokens are signed with
 * @param adminPassword the password of the user {@code nacos}, where the server lets it be chosen
 * @param databasePassword what the members know their database by, where they share one
 */
record Secrets(
    String identityKey,
    String identityValue,
    String tokenKey,
    String adminPassword,
    String databasePassword) {

  static Secrets random() {
    return new Secrets(
        "x" + random(9),
        random(18),
        Base64.getEncoder()
            .encodeToString(random(36).getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
        random(18),
        random(18));
  }

  @Override
  public String toString() {
    return "Secrets[***]";
  }

  private static String random(int bytes) {
    byte[] random = new byte[bytes];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(random)
        .replace('_', 'a')
        .replace('-', 'b');
  }
}
