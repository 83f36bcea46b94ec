package io.landbridge.registry.http;

import io.landbridge.registry.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Certificates of authorities and of this client, read from where {@link Trust} says. */
public final class TrustedCertificates {

  private TrustedCertificates() {}

  /**
   * Reads them. The names in the servers' certificates are checked as ever.
   *
   * @throws IllegalArgumentException if there are none; says which file and why
   */
  public static SSLContext context(Trust trust) {
    KeyManager @Nullable [] identity = trust.hasIdentity() ? ClientIdentity.of(trust) : null;
    TrustManager @Nullable [] authorities = trust.isSystem() ? null : authorities(trust);
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity, authorities, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no TLS", e);
    }
  }

  private static TrustManager[] authorities(Trust trust) {
    try {
      KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
      authorities.load(null, null);
      int count = 0;
      try (InputStream in = Files.newInputStream(Path.of(trust.certificates()))) {
        for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
          authorities.setCertificateEntry("authority-" + count++, each);
        }
      }
      if (count == 0) {
        throw unreadable(trust, "no certificate found");
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(authorities);
      return factory.getTrustManagers();
    } catch (IOException | GeneralSecurityException e) {
      throw unreadable(trust, e.toString());
    }
  }

  private static IllegalArgumentException unreadable(Trust trust, String why) {
    return new IllegalArgumentException(
        "the CA certificates in '%s' cannot be read (%s); use a PEM file"
            .formatted(trust.certificates(), why));
  }
}
