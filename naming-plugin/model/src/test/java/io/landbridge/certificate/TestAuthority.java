package io.landbridge.certificate;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * Holds a certificate for 127.0.0.1 that is its own authority.
 *
 * @param certificate a PEM file
 * @param server what a server needs to show it
 */
public record TestAuthority(Path certificate, SSLContext server) {

  private static final String SECRET = "for this test";

  /** Creates a key pair and its certificate as {@code NAME.p12} and {@code NAME.pem}. */
  public static TestAuthority make(Path directory, String name) throws Exception {
    Path keys = directory.resolve(name + ".p12");
    Path certificate = directory.resolve(name + ".pem");
    Keytool.run(
        "-genkeypair -alias server -keyalg EC -groupname secp256r1 -dname CN="
            + name
            + " -ext SAN=IP:127.0.0.1 -storetype PKCS12",
        keys,
        SECRET);
    Keytool.run("-exportcert -rfc -alias server -file " + certificate, keys, SECRET);
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, SECRET.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, SECRET.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return new TestAuthority(certificate, context);
  }
}
