package io.landbridge.bridge;

import io.landbridge.bridge.legacy.BridgeConfig;
import io.landbridge.bridge.legacy.LegacyConnection;
import io.landbridge.command.BridgeTerms;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.Trust;
import io.landbridge.registry.connect.LegacyConnector;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.registry.legacy.LegacySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Connects to a legacy cluster. The password is read from its file each time, so that it can be
 * changed; it is in no log and in no record, and goes to the hosts alone that an operator listed.
 */
record LegacyOpener(BridgeConfig config) implements LegacyConnection.Opener {

  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final int REQUESTS = 16;

  @Override
  public LegacyCluster open(BridgeTerms terms, LegacyListener listener) throws RegistryException {
    LegacySettings settings =
        LegacySettings.of(
            ConnectionSettings.of(
                    terms.servers().stream().map(ServerAddress::parse).toList(),
                    terms.username().isEmpty()
                        ? Credentials.ANONYMOUS
                        : new Credentials(terms.username(), password()))
                .withRequestTimeout(ANSWER)
                .withMaxRequests(REQUESTS)
                .withTrust(new Trust(config.trustFile()))
                .withRecipients(config.passwordTo()));
    try {
      return LegacyConnector.open(settings, listener);
    } catch (IllegalArgumentException e) {
      throw new RegistryException(
          RegistryException.Kind.UNAUTHORISED,
          String.valueOf(e.getMessage()),
          config.trustFile(),
          "set landbridge.bridge.trust-file to a PEM file with the CA certificates, on every"
              + " member");
    }
  }

  private String password() throws RegistryException {
    if (config.passwordFile().isEmpty()) {
      throw new RegistryException(
          RegistryException.Kind.UNAUTHORISED,
          "no password is configured",
          "landbridge.bridge.password-file",
          "set the file with the password, on every member");
    }
    try {
      return Files.readString(Path.of(config.passwordFile())).strip();
    } catch (IOException e) {
      throw new RegistryException(
          RegistryException.Kind.UNAUTHORISED,
          "the file with the password cannot be read: " + e.getClass().getSimpleName(),
          config.passwordFile(),
          "make the file readable for the server, on every member");
    }
  }
}
