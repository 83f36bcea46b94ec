package io.landbridge.registry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.Recipients;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A server that is not to have the password is not even asked anything. */
class PasswordRecipientsIT {

  private static final Credentials USER = new Credentials("nacos", "secret");

  @Test
  void nothingIsSentToWhoMustNotHaveIt() throws Exception {
    try (FakeServer server = new FakeServer()) {
      server.on("/nacos/v1/auth/login", 200, "{\"accessToken\":\"t\",\"tokenTtl\":18000}");
      server.on("/nacos/v1/ns/instance/list", 200, "{}");
      ServerAddress address = server.address();
      Recipients nobody =
          each -> {
            throw new RegistryException(Kind.UNAUTHORISED, "not there", each.toString(), "list it");
          };

      ServerClient refused = client(address, nobody);
      assertThatThrownBy(() -> refused.get("/v1/ns/instance/list", Map.of()))
          .isInstanceOf(RegistryException.class)
          .hasMessageContaining("not there");
      assertThat(server.requests()).isEmpty();

      client(address, Recipients.ANYBODY).get("/v1/ns/instance/list", Map.of());
      assertThat(server.requests()).isNotEmpty();
    }
  }

  private static ServerClient client(ServerAddress server, Recipients recipients) {
    return new ServerClient(
        ConnectionSettings.of(List.of(server), USER).withRecipients(recipients));
  }
}
