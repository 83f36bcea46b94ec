package io.landbridge.registry.http;

import io.landbridge.registry.Trust;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
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
      for (Certificate each : PemFile.certificates("CA file", trust.certificates())) {
        authorities.setCertificateEntry("authority-" + count++, each);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(authorities);
      return factory.getTrustManagers();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("this JVM cannot keep certificates", e);
    }
  }
}
