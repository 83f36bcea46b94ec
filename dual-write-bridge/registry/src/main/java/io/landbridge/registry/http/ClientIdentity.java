package io.landbridge.registry.http;

import io.landbridge.registry.Trust;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/** The certificate that is shown to servers, read from where {@link Trust} says. */
final class ClientIdentity {

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");

  /** Of a store that is never written; the JDK wants one. */
  private static final char[] NO_PASSWORD = new char[0];

  private ClientIdentity() {}

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if it cannot be used; says which file and why
   */
  static KeyManager[] of(Trust trust) {
    Certificate[] chain = PemFile.certificates("client certificate", trust.clientCertificate());
    PrivateKey key = key(trust.clientKey(), chain[0].getPublicKey().getAlgorithm());
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("client", key, NO_PASSWORD, chain);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, NO_PASSWORD);
      return factory.getKeyManagers();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "the key in '%s' cannot be used with the certificate in '%s' (%s)"
              .formatted(trust.clientKey(), trust.clientCertificate(), e.getMessage()),
          e);
    }
  }

  /** Says nothing of what is in the file: it is a secret. */
  private static PrivateKey key(String file, String algorithm) {
    Path path = Path.of(file);
    try {
      Matcher pem = KEY.matcher(Files.readString(path, StandardCharsets.US_ASCII));
      if (pem.find()) {
        return KeyFactory.getInstance(algorithm)
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1))));
      }
    } catch (CharacterCodingException e) {
      throw noKey(file, algorithm);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the client key '%s' cannot be used: %s".formatted(file, PemFile.reason(path, e)), e);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw noKey(file, algorithm);
    }
    throw noKey(file, algorithm);
  }

  private static IllegalArgumentException noKey(String file, String algorithm) {
    return new IllegalArgumentException(
        ("'%s' has no unencrypted %s key in PKCS #8 format that matches the certificate; convert"
                + " the key with 'openssl pkcs8 -topk8 -nocrypt'")
            .formatted(file, algorithm));
  }
}
