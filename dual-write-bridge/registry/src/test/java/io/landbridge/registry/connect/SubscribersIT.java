package io.landbridge.registry.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerMembers;
import io.landbridge.registry.Subscriber;
import io.landbridge.registry.Subscribers;
import io.landbridge.registry.http.FakeServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists of subscribers as servers of each line write them. */
@Timeout(30)
class SubscribersIT {

  private static final ServiceKey ORDER =
      new ServiceKey(NamespaceId.of("dev"), "G", "providers:demo.Order");

  private static FakeServer first(String version) throws Exception {
    return new FakeServer()
        .on("/", 404, "")
        .on(
            "/nacos/v1/core/cluster/nodes",
            200,
            """
            {"code":200,"data":[{"address":"10.0.0.1:8848","extendInfo":{"version":"%s"}},
              {"address":"10.0.0.2:8848","extendInfo":{"version":"%s"}}]}
            """
                .formatted(version, version))
        .on("/nacos/v1/core/cluster/self", 200, "{\"data\":{\"address\":\"10.0.0.1:8848\"}}");
  }

  @Test
  void ofThisServiceAloneWhereAServerLooksForPartsOfNames() throws Exception {
    try (FakeServer server =
        first("1.4.1")
            .on(
                "/nacos/v1/ns/service/subscribers",
                200,
                """
                {"count":3,"subscribers":[
                  {"addrStr":"10.1.0.2:54001","agent":"Nacos-Java-Client:v1.4.6","app":"unknown",
                   "ip":"10.1.0.2","namespaceId":"dev","serviceName":"G@@providers:demo.Order"},
                  {"addrStr":"10.1.0.1:54000","agent":"Nacos-Java-Client:v1.4.6","app":"shop",
                   "ip":"10.1.0.1","namespaceId":"dev","serviceName":"G@@providers:demo.Order"},
                  {"addrStr":"10.1.0.3:54000","agent":"Nacos-Java-Client:v1.4.6","app":"shop",
                   "ip":"10.1.0.3","namespaceId":"dev","serviceName":"G@@providers:demo.Orders"}]}
                """)) {
      Registry registry = RegistryConnector.connect(FakeServer.client(server));

      assertThat(registry.subscribers(server.address(), ORDER).clients())
          .containsExactly(
              new Subscriber("10.1.0.1", 54000, "Nacos-Java-Client:v1.4.6", "shop"),
              new Subscriber("10.1.0.2", 54001, "Nacos-Java-Client:v1.4.6", ""));
      assertThat(registry.members(server.address()))
          .isEqualTo(
              new ServerMembers(
                  "10.0.0.1:8848", List.of("10.0.0.1:8848", "10.0.0.2:8848"), List.of()));
      assertThat(server.requests())
          .filteredOn(each -> each.contains("/subscribers"))
          .singleElement()
          .asString()
          .contains("namespaceId=dev", "serviceName=G%40%40providers%3Ademo.Order")
          .contains("aggregation=false");
    }
  }

  @Test
  void aClientOfAServerOf2HasAConnectionUnlessItHasAPort() throws Exception {
    try (FakeServer server =
        first("2.2.4")
            .on(
                "/nacos/v1/ns/service/subscribers",
                200,
                """
                {"count":3,"subscribers":[
                  {"addrStr":"10.1.0.1","agent":"Nacos-Java-Client:v2.2.4","app":"unknown","port":0,
                   "ip":"10.1.0.1","namespaceId":"dev","serviceName":"G@@providers:demo.Order"},
                  {"addrStr":"fd00::1","agent":"Nacos-Java-Client:v2.2.4","app":"unknown","port":0,
                   "ip":"fd00::1","namespaceId":"dev","serviceName":"G@@providers:demo.Order"},
                  {"addrStr":"10.1.0.1:6000","agent":"Nacos-Java-Client:v1.4.6","app":null,
                   "port":0,
                   "ip":"10.1.0.1","namespaceId":"dev","serviceName":"G@@providers:demo.Order"}]}
                """)) {
      assertThat(
              RegistryConnector.connect(FakeServer.client(server))
                  .subscribers(server.address(), ORDER)
                  .clients())
          .containsExactly(
              new Subscriber("10.1.0.1", 0, "Nacos-Java-Client:v2.2.4", ""),
              new Subscriber("10.1.0.1", 6000, "Nacos-Java-Client:v1.4.6", ""),
              new Subscriber("fd00::1", 0, "Nacos-Java-Client:v2.2.4", ""));
    }
  }

  @Test
  void ofAServerOf3() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on("/", 404, "")
            .on("/nacos/v3/admin/core/state", 200, "{\"code\":0,\"data\":{\"version\":\"3.1.0\"}}")
            .on(
                "/nacos/v3/admin/core/cluster/node/self",
                200,
                "{\"code\":0,\"data\":{\"address\":\"10.0.0.1:8848\"}}")
            .on(
                "/nacos/v3/admin/core/cluster/node/list",
                200,
                "{\"code\":0,\"data\":[{\"address\":\"10.0.0.1:8848\"}]}")
            .on(
                "/nacos/v3/admin/ns/service/subscribers",
                200,
                """
                {"code":0,"message":"success","data":{"totalCount":1,"pageNumber":1,"pageItems":[
                  {"namespaceId":"dev","groupName":"G","serviceName":"providers:demo.Order",
                   "ip":"10.1.0.1","port":0,"agent":"Nacos-Java-Client:v3.0.3","appName":"shop"}]}}
                """)) {
      Registry registry = RegistryConnector.connect(FakeServer.client(server));

      assertThat(registry.subscribers(server.address(), ORDER).clients())
          .containsExactly(new Subscriber("10.1.0.1", 0, "Nacos-Java-Client:v3.0.3", "shop"));
      assertThat(registry.members(server.address()))
          .isEqualTo(new ServerMembers("10.0.0.1:8848", List.of("10.0.0.1:8848"), List.of()));
    }
  }

  /** Each is left out by itself, of the lists of either line. */
  @Test
  void anEntryWithoutAnAddressIsCountedAndKeepsNoOtherFromBeingRead() throws Exception {
    String entries =
        """
        {"addrStr":"","agent":"x","app":"x","appName":"x","serviceName":"%1$s"},
        {"addrStr":null,"agent":null,"ip":null,"serviceName":"%1$s"},
        "text", 7, null, [],
        {"ip":"10.1.0.1","port":0,"agent":"y","app":"shop","appName":"shop","serviceName":"%1$s"}
        """
            .formatted("G@@providers:demo.Order");
    String nodes =
        "[{\"address\":null},{\"address\":\"a b:x\\u202e\"},7,{\"address\":\"10.0.0.1:8848\"}]";
    try (FakeServer two =
            new FakeServer()
                .on("/", 404, "")
                .on("/nacos/v1/console/server/state", 200, "{\"version\":\"2.2.4\"}")
                .on("/nacos/v1/core/cluster/self", 200, "{\"data\":{}}")
                .on("/nacos/v1/core/cluster/nodes", 200, "{\"data\":" + nodes + "}")
                .on(
                    "/nacos/v1/ns/service/subscribers",
                    200,
                    "{\"count\":7,\"subscribers\":[" + entries + "]}");
        FakeServer three =
            new FakeServer()
                .on("/", 404, "")
                .on(
                    "/nacos/v3/admin/core/state",
                    200,
                    "{\"code\":0,\"data\":{\"version\":\"3.1.0\"}}")
                .on("/nacos/v3/admin/core/cluster/node/self", 200, "{\"code\":0,\"data\":{}}")
                .on(
                    "/nacos/v3/admin/core/cluster/node/list",
                    200,
                    "{\"code\":0,\"data\":" + nodes + "}")
                .on(
                    "/nacos/v3/admin/ns/service/subscribers",
                    200,
                    "{\"code\":0,\"data\":{\"totalCount\":7,\"pageItems\":[" + entries + "]}}")) {
      for (FakeServer server : List.of(two, three)) {
        Registry registry = RegistryConnector.connect(FakeServer.client(server));

        Subscribers found = registry.subscribers(server.address(), ORDER);
        assertThat(found.clients()).containsExactly(new Subscriber("10.1.0.1", 0, "y", "shop"));
        // What names another service, or none, is of nobody here where a server looks for parts.
        assertThat(found.unusable()).isEqualTo(server == two ? 2 : 6);
        assertThat(registry.members(server.address()))
            .isEqualTo(
                new ServerMembers(
                    server.address().hostAndPort(),
                    List.of("10.0.0.1:8848"),
                    List.of("", "a b:x?", "")));
      }
    }
  }

  /** Of both lines: rules are looked for in such a list. */
  @Test
  void aConfigurationWithoutAnIdKeepsNoOtherFromBeingListed() throws Exception {
    String page =
        "{\"totalCount\":3,\"pageItems\":[{\"dataId\":null},7,{\"dataId\":\"web.migration\"}]}";
    try (FakeServer two =
            new FakeServer()
                .on("/", 404, "")
                .on("/nacos/v1/console/server/state", 200, "{\"version\":\"2.2.4\"}")
                .on("/nacos/v1/cs/configs", 200, page);
        FakeServer three =
            new FakeServer()
                .on("/", 404, "")
                .on(
                    "/nacos/v3/admin/core/state",
                    200,
                    "{\"code\":0,\"data\":{\"version\":\"3.1.0\"}}")
                .on("/nacos/v3/admin/cs/config/list", 200, "{\"code\":0,\"data\":" + page + "}")) {
      for (FakeServer server : List.of(two, three)) {
        assertThat(
                RegistryConnector.connect(FakeServer.client(server))
                    .dataIds(NamespaceId.PUBLIC, "GROUP"))
            .containsExactly("web.migration");
      }
    }
  }

  @Test
  void aServerThatListsNone() throws Exception {
    try (FakeServer server = first("2.2.4")) {
      Registry registry = RegistryConnector.connect(FakeServer.client(server));

      assertThat(
              catchThrowableOfType(
                      RegistryException.class, () -> registry.subscribers(server.address(), ORDER))
                  .kind())
          .isEqualTo(Kind.NOT_FOUND);
    }
  }
}
