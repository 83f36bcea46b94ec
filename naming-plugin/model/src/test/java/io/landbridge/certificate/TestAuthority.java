package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate for 127.0.0.1 that is its own authority.
 *
 * @param certificate a PEM file
 * @param server what a server needs to show it
 */
record TestAuthority(Path certificate, SSLContext server) {

  private static final String SECRET = "for this test";

  /** Makes one, with the JDK's own tool. */
  static TestAuthority make(Path directory, String name) throws Exception {
    Path keys = directory.resolve(name + ".p12");
    Path certificate = directory.resolve(name + ".pem");
    keytool(
        "-genkeypair -alias server -keyalg EC -groupname secp256r1 -dname CN="
            + name
            + " -ext SAN=IP:127.0.0.1 -storetype PKCS12",
        keys);
    keytool("-exportcert -rfc -alias server -file " + certificate, keys);
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

  private static void keytool(String arguments, Path keys) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/keytool") + ""));
    command.addAll(List.of(arguments.split(" ")));
    command.addAll(List.of("-keystore", keys.toString(), "-storepass", SECRET));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }
}
