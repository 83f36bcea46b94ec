package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.junit.Servers;
import io.landbridge.compat.junit.UsesServers;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Tests share servers without noticing each other. */
class SharedServersE2E {

  /** What the tests below were given, in the order in which they ran; each is a process. */
  private static final List<Long> GIVEN = new ArrayList<>();

  @Test
  void leftoversFailTheTestThatLeavesThem() {
    GIVEN.clear();
    List<Event> ended =
        EngineTestKit.engine("junit-jupiter")
            .configurationParameter("landbridge.servers.patience", "3")
            .selectors(selectClass(Untidy.class))
            .execute()
            .testEvents()
            .finished()
            .list();

    assertThat(ended).hasSize(4);
    assertThat(failure(ended.get(0))).isEmpty();
    assertThat(failure(ended.get(1))).isEmpty();
    assertThat(failure(ended.get(2)))
        .contains("instance public DEFAULT_GROUP@@providers:demo.LeftService::")
        .contains("config public g left")
        .contains("application public left is ");
    assertThat(failure(ended.get(3))).isEmpty();
    assertThat(GIVEN.get(1)).as("a tidy test's server is used again").isEqualTo(GIVEN.get(0));
    assertThat(GIVEN.get(2)).isEqualTo(GIVEN.get(0));
    assertThat(GIVEN.get(3)).as("an untidy test's is not").isNotEqualTo(GIVEN.get(0));
    for (long pid : GIVEN) {
      assertThat(ProcessHandle.of(pid)).as("all servers end with the tests").isEmpty();
    }
  }

  private static String failure(Event ended) {
    return ended
        .getRequiredPayload(org.junit.platform.engine.TestExecutionResult.class)
        .getThrowable()
        .map(Throwable::getMessage)
        .orElse("");
  }

  /** Not run by itself. */
  @UsesServers
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static class Untidy {

    @Test
    @Order(1)
    void takesBackWhatItRegistered(Servers servers) {
      NacosServer server = given(servers);
      RawRegistrations raw = new RawRegistrations(server.api(), servers.namespace());
      raw.provider27("tidy", "demo.TidyService", "10.0.0.1", 20880);
      raw.configuration("in-its-own-namespace", "g", "goes by itself");
      raw.deregister("providers:demo.TidyService::", "10.0.0.1", 20880);
    }

    @Test
    @Order(2)
    void endsNoServerThatOthersUse(Servers servers) {
      NacosEnsemble ensemble = servers.shared(spec());
      GIVEN.add(ensemble.member(0).pid());
      assertThatThrownBy(() -> ensemble.member(0).kill9()).hasMessageContaining("is shared");
      assertThatThrownBy(() -> ensemble.member(0).pause()).hasMessageContaining("is shared");
      assertThatThrownBy(() -> ensemble.restart(0)).hasMessageContaining("is shared");
      assertThatThrownBy(ensemble::close).hasMessageContaining("is shared");
      assertThat(ensemble.member(0).isReady()).isTrue();
    }

    @Test
    @Order(3)
    void leavesOneOfEachKind(Servers servers) {
      NacosServer server = given(servers);
      RawRegistrations raw = new RawRegistrations(server.api(), "public");
      raw.provider27("left", "demo.LeftService", "10.0.0.1", 20880);
      raw.configuration("left", "g", "stays");
      raw.provider3("left", "demo.LeftService", "10.0.0.2", 20880, new TreeMap<>());
      new Switches(server.api(), "public").on("left");
    }

    @Test
    @Order(4)
    void findsNothing(Servers servers) {
      NacosServer server = given(servers);
      assertThat(new Steps(java.nio.file.Path.of("."), "left").instancesShownBy(server)).isZero();
    }

    private static NacosServer given(Servers servers) {
      NacosServer server = servers.shared(spec()).member(0);
      Steps.isActive(server);
      GIVEN.add(server.pid());
      return server;
    }

    private static ServerSpec spec() {
      return ServerSpec.of(NacosVersion.V3_1_0).withPlugin(Artifacts.locate().pluginJar());
    }
  }
}
