package io.landbridge.registry.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.landbridge.model.BridgePhase;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.http.FakeServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PluginBridgeClientIT {

  private static final String STATUS =
      """
      {"code":0,"message":"","data":{"phase":"DUAL_WRITE","paused":true,"servers":["http://old:8848/nacos"],
       "username":"nacos","since":5,"epoch":7,"origin":"o","active":"%s","member":"m","firstSync":6,
       "imported":{"services":1,"instances":2,"namespaces":["Legacy-NS","a b"]},"absent":20,
       "legacy":{"services":3,"instances":4,"exported":5,"others":15,"readAt":9,"readMillis":1,"lagMillis":10},
       "export":{"instances":11,"waiting":12},"held":13,
       "comparison":{"services":17,"differing":18,"equalSince":19},"differences":14,"lasting":16,"problems":["p"]}}\
      """;

  private static PluginBridgeClient client(FakeServer... servers) {
    return new PluginBridgeClient(FakeServer.client(servers));
  }

  @Test
  void readsTheStatusOfWhoeverImports() throws Exception {
    try (FakeServer active = new FakeServer();
        FakeServer other = new FakeServer()) {
      String address = active.address().hostAndPort();
      active.on("/nacos/landbridge/v1/bridge", 200, STATUS.formatted(address));
      other.on("/nacos/landbridge/v1/bridge", 200, STATUS.formatted(address));

      PluginBridge bridge = client(other).activeStatus(other.address());

      assertThat(bridge)
          .isEqualTo(
              new PluginBridge(
                  active.address(),
                  BridgePhase.DUAL_WRITE,
                  true,
                  List.of("http://old:8848/nacos"),
                  "nacos",
                  5,
                  7,
                  "o",
                  address,
                  6,
                  1,
                  2,
                  20,
                  3,
                  4,
                  5,
                  15,
                  10,
                  11,
                  12,
                  13,
                  17,
                  18,
                  19,
                  14,
                  16,
                  List.of("p")));
    }
  }

  @Test
  void namespacesOfImportsAreKnownWhileTheyAreShown() throws Exception {
    String status = STATUS.formatted("");

    assertThat(shown(status))
        .isEqualTo(Namespaces.of(NamespaceId.of("Legacy-NS"), NamespaceId.of("a b")));
    assertThat(shown(status.replace("DUAL_WRITE", "SHADOW"))).isEqualTo(Namespaces.NONE);
    assertThat(shown(status.replace("\"namespaces\"", "\"other\"")))
        .as("of a plugin that does not say them")
        .isEqualTo(Namespaces.NONE);
  }

  private static Namespaces shown(String status) throws Exception {
    try (FakeServer server = new FakeServer().on("/nacos/landbridge/v1/bridge", 200, status)) {
      return client(server).shown(server.address());
    }
  }

  @Test
  void asksForWhatIsWanted() throws Exception {
    try (FakeServer server =
        new FakeServer().on("/nacos/landbridge/v1/bridge", 200, STATUS.formatted(""))) {
      PluginBridgeClient client = client(server);
      client.go(server.address(), BridgePhase.CUT_OVER);
      client.pause(server.address(), false);
      client.begin(server.address(), List.of("http://a:1/nacos", "http://b:2/nacos"), "u");

      assertThat(server.requests())
          .hasSize(3)
          .allMatch(each -> each.startsWith("PUT /nacos/landbridge/v1/bridge?"));
      assertThat(server.requests().get(0)).endsWith("?phase=CUT_OVER");
      assertThat(server.requests().get(1)).endsWith("?paused=false");
      assertThat(server.requests().get(2))
          .contains("phase=SHADOW", "username=u", "a%3A1%2Fnacos%2Chttp%3A%2F%2Fb");
    }
  }

  @Test
  void readsDifferencesPageByPageAndNoFurtherThanAsked() throws Exception {
    String page = "{\"code\":0,\"data\":[{\"service\":\"%s\",\"port\":1}],\"next\":\"%s\"}";
    try (FakeServer server =
        new FakeServer()
            .on(
                "/nacos/landbridge/v1/bridge/differences",
                exchange -> {
                  boolean second = exchange.getRequestURI().getQuery().contains("cursor=1");
                  FakeServer.answer(
                      exchange, 200, second ? page.formatted("b", "2") : page.formatted("a", "1"));
                })) {
      assertThat(client(server).differences(server.address(), 2))
          .extracting(PluginBridgeDifference::service)
          .containsExactly("a", "b");
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void aPluginWithoutABridgeIsMissing() throws Exception {
    try (FakeServer server = new FakeServer().on("/", 404, "<html/>")) {
      RegistryException failure =
          catchThrowableOfType(
              RegistryException.class, () -> client(server).status(server.address()));

      assertThat(failure.kind()).isEqualTo(Kind.PLUGIN_MISSING);
    }
  }
}
