package io.landbridge.registry;

import java.util.Objects;

/**
 * Which certificates a connection over TLS believes in, and which one it shows.
 *
 * @param certificates path of a PEM file with the certificates of the authorities; empty for those
 *     the JVM comes with
 * @param clientCertificate path of a PEM file with the certificate to show to servers that ask for
 *     one, and those between it and their authority; empty for none
 * @param clientKey path of a PEM file with the private key of that certificate (PKCS #8, not
 *     encrypted); empty for none
 */
public record Trust(String certificates, String clientCertificate, String clientKey) {

  /** The authorities the JVM comes with, and no certificate to show. */
  public static final Trust SYSTEM = new Trust("");

  /** Checks that no part is missing, and that a certificate has a key. */
  public Trust {
    Objects.requireNonNull(certificates, "certificates");
    if (clientCertificate.isEmpty() != clientKey.isEmpty()) {
      throw new IllegalArgumentException("a client certificate and its key belong together");
    }
  }

  /** Without a certificate to show. */
  public Trust(String certificates) {
    this(certificates, "", "");
  }

  /** Whether nothing else than the JVM's own authorities is believed in. */
  public boolean isSystem() {
    return certificates.isEmpty();
  }

  /** Whether there is a certificate to show. */
  public boolean hasIdentity() {
    return !clientCertificate.isEmpty();
  }
}
