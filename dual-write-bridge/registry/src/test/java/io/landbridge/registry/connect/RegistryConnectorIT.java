package io.landbridge.registry.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.ServerInfo.Api;
import io.landbridge.registry.http.FakeServer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RegistryConnectorIT {

  @Test
  void aServerWithoutItsConsoleIsKnownByItsMembers() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on("/", 404, "")
            .on(
                "/nacos/v1/core/cluster/nodes",
                200,
                "{\"code\":200,\"data\":[{\"extendInfo\":{\"version\":\"2.2.4\"}}]}")) {
      assertThat(RegistryConnector.connect(FakeServer.client(server)).server())
          .isEqualTo(new ServerInfo(Api.V1, "2.2.4", server.address()));
    }
  }

  @Test
  void aServerThatHidesItsVersionIsStillUsed() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on("/", 404, "")
            .on("/nacos/v1/ns/operator/metrics", 200, "{\"status\":\"UP\"}")) {
      assertThat(RegistryConnector.connect(FakeServer.client(server)).server().version())
          .isEqualTo(ServerInfo.UNKNOWN_VERSION);
    }
  }

  @Test
  void aWrongContextPath() throws Exception {
    try (FakeServer server = new FakeServer().on("/", 404, "<h1>Not found</h1>")) {
      RegistryException failure = failure(server);

      assertThat(failure.kind()).isEqualTo(Kind.NOT_FOUND);
      assertThat(failure).hasMessageContaining("/nacos").hasMessageContaining("status 404");
    }
  }

  @Test
  void someOtherWebServer() throws Exception {
    try (FakeServer server = new FakeServer().on("/", 200, "<h1>It works</h1>")) {
      assertThat(failure(server).kind()).isEqualTo(Kind.UNEXPECTED_ANSWER);
    }
  }

  @Test
  void someOtherJson() throws Exception {
    try (FakeServer server = new FakeServer().on("/", 200, "[1, null, {\"data\": 3}]")) {
      assertThat(failure(server).kind()).isEqualTo(Kind.UNEXPECTED_ANSWER);
    }
  }

  @Test
  void aGatewayThatWantsALogin() throws Exception {
    try (FakeServer server = new FakeServer().on("/", 401, "")) {
      assertThat(failure(server).kind()).isEqualTo(Kind.UNAUTHORISED);
    }
  }

  @Test
  void onlyTheServersOwnWordMeansThatAServiceHasNothing() throws Exception {
    ServiceKey service = new ServiceKey(NamespaceId.PUBLIC, "g", "s");
    String[] bodies = {"caused: service g@@s is not found!;", "<h1>404</h1>"};
    AtomicInteger turn = new AtomicInteger();
    try (FakeServer server =
        new FakeServer()
            .on("/nacos/v1/ns/operator/metrics", 200, "{\"status\":\"UP\"}")
            .on(
                "/nacos/v1/ns/catalog/service",
                exchange -> FakeServer.answer(exchange, 404, bodies[turn.getAndIncrement()]))) {
      Registry registry = RegistryConnector.connect(FakeServer.client(server));
      assertThat(registry.instances(service)).isEmpty();
      assertThat(
              catchThrowableOfType(RegistryException.class, () -> registry.instances(service))
                  .kind())
          .isEqualTo(Kind.NOT_FOUND);
    }
  }

  private static RegistryException failure(FakeServer server) {
    return catchThrowableOfType(
        RegistryException.class, () -> RegistryConnector.connect(FakeServer.client(server)));
  }
}
