package io.landbridge.record;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What entries of the log are signed with: HMAC-SHA-256 (RFC 2104) with a key that is derived from
 * the identity of the servers by PBKDF2 (RFC 8018). The many rounds are there because a signature,
 * and the id, let whoever sees them try identities.
 *
 * <p>Immutable; safe for use from any thread.
 */
public final class EntryKey {

  /** Bytes of an id. */
  static final int ID_BYTES = 16;

  /** Bytes of a signature. */
  static final int SIGNATURE_BYTES = 32;

  private static final String HMAC = "HmacSHA256";
  private static final String SALT = "landbridge entries of the log 1";
  private static final int ROUNDS = 120_000;
  private static final int KEY_BITS = 256;

  private final String id;
  private final byte[] key;

  private EntryKey(String id, byte[] key) {
    this.id = id;
    this.key = key;
  }

  /**
   * The key of an identity; takes about a tenth of a second.
   *
   * @param identityKey the name of the server identity, {@code nacos.core.auth.server.identity.key}
   * @param identityValue its secret, {@code nacos.core.auth.server.identity.value}; not empty
   */
  public static EntryKey of(String identityKey, String identityValue) {
    byte[] salt = (SALT + '\0' + identityKey).getBytes(StandardCharsets.UTF_8);
    char[] secret = identityValue.toCharArray();
    PBEKeySpec spec = new PBEKeySpec(secret, salt, ROUNDS, KEY_BITS);
    try {
      byte[] master =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      byte[] id = Arrays.copyOf(mac(master, bytes("id")), ID_BYTES);
      return new EntryKey(HexFormat.of().formatHex(id), mac(master, bytes("signature")));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java lacks PBKDF2 with HMAC-SHA-256", e);
    } finally {
      spec.clearPassword();
      Arrays.fill(secret, '\0');
    }
  }

  /**
   * A key as {@link #toSecret} wrote it.
   *
   * @throws IllegalArgumentException if it is none; the text is not in the message
   */
  public static EntryKey ofSecret(String text) {
    String[] parts = text.split(" ", -1);
    if (parts.length != 2
        || parts[0].length() != 2 * ID_BYTES
        || parts[1].length() != 2 * SIGNATURE_BYTES) {
      throw new IllegalArgumentException("not an id and a key");
    }
    try {
      HexFormat.of().parseHex(parts[0]);
      return new EntryKey(parts[0], HexFormat.of().parseHex(parts[1]));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("not an id and a key in hexadecimal");
    }
  }

  /** What tells this key from others, in hexadecimal; no secret. */
  public String id() {
    return id;
  }

  /** The key itself, to be kept where the owner of the server alone can read it. */
  public String toSecret() {
    return id + " " + HexFormat.of().formatHex(key);
  }

  byte[] sign(byte[] content) {
    return mac(key, content);
  }

  /** Compares in a time that does not depend on where the two differ. */
  boolean isSignature(byte[] signature, byte[] content) {
    return MessageDigest.isEqual(signature, mac(key, content));
  }

  private static byte[] mac(byte[] key, byte[] content) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(content);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java lacks HMAC-SHA-256", e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The id alone. */
  @Override
  public String toString() {
    return "key " + id;
  }
}
