package io.landbridge.registry.nacos3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.landbridge.model.NamespaceId;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.http.FakeServer;
import io.landbridge.registry.http.ServerClient;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads lists of a 3.x server in which single entries are malformed. */
@Timeout(60)
class Nacos3RegistryIT {

  @Test
  void aServiceWithoutASoundCountKeepsNoOtherFromBeingRead() throws Exception {
    try (FakeServer server = new FakeServer()) {
      server.on(
          "/nacos/v3/admin/ns/service/list",
          200,
          """
          {"code":0,"data":{"totalCount":5,"pageItems":[
            {"name":"a","groupName":"g","ipCount":-1,"clusterCount":-7},
            {"name":"b","groupName":"g"},
            {"name":"c","groupName":"g","ipCount":"many","clusterCount":null},
            {"name":"d","groupName":"g","ipCount":3,"clusterCount":1},
            {"name":"e","groupName":null,"ipCount":1,"clusterCount":1}]}}
          """);
      Nacos3Registry registry =
          new Nacos3Registry(
              new ServerClient(
                  new ConnectionSettings(
                      List.of(server.address()),
                      Credentials.ANONYMOUS,
                      Duration.ofSeconds(5),
                      Duration.ofSeconds(5),
                      100_000)),
              new ServerInfo(ServerInfo.Api.V3, "3.1.0", server.address()));

      assertThat(registry.services(NamespaceId.PUBLIC))
          .extracting(
              each -> each.key().group() + "/" + each.key().name(),
              each -> each.instances(),
              each -> each.clusters(),
              each -> each.refusal().isEmpty())
          .containsExactlyInAnyOrder(
              tuple("g/a", 0, 0, true),
              tuple("g/b", 0, 0, true),
              tuple("g/c", 0, 0, true),
              tuple("g/d", 3, 1, true),
              tuple("/e", 1, 1, false));
    }
  }
}
