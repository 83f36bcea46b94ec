package io.landbridge.compat.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate for the loopback address that nobody else has signed, made by the JDK's own tool.
 *
 * @param context in which a server shows it
 */
record ServerCertificate(SSLContext context) {

  private static final String SECRET = "of one test";
  private static final long LIMIT_SECONDS = 30;

  /**
   * Makes one.
   *
   * @param directory that exists, for its files
   * @param file there, with the certificate as PEM, for clients that are to believe it
   */
  static ServerCertificate in(Path directory, String file) {
    Path keys = directory.resolve("keys.p12");
    keytool(keys, "-genkeypair", "-keyalg", "EC", "-dname", "CN=front", "-ext", "SAN=IP:127.0.0.1");
    keytool(keys, "-exportcert", "-rfc", "-file", directory.resolve(file).toString());
    try (InputStream in = Files.newInputStream(keys)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, SECRET.toCharArray());
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(store, SECRET.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return new ServerCertificate(context);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void keytool(Path keys, String... arguments) {
    List<String> command =
        Stream.concat(
                Stream.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()),
                Stream.concat(
                    Stream.of(arguments),
                    Stream.of(
                        "-alias", "front", "-storepass", SECRET, "-keystore", keys.toString())))
            .toList();
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IllegalStateException("keytool made no certificate in " + keys);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
