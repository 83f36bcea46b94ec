package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * What happens to the members of a cluster in its life, one after the other on one cluster with
 * registrations in it: the catalog's group follows, all members hold the same, nothing is lost.
 */
class MembershipE2E {

  private static final int PROVIDERS = 20;

  @Test
  void theGroupFollowsTheMemberList() {
    ServerSpec spec =
        ServerSpec.of(NacosVersion.V3_1_0)
            .withMembers(3)
            .withPlugin(Artifacts.locate().pluginJar())
            .withProperty("landbridge.membership.settle", "4s");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      ensemble.members().forEach(Steps::isActive);
      RawRegistrations registrations = new RawRegistrations(ensemble.api(0), "public");
      for (int i = 0; i < PROVIDERS; i++) {
        registrations.provider27("shop", "demo.OrderService", "10.0.0." + (i + 1), 20880);
      }
      isWhole(ensemble);

      ensemble.add();
      isWhole(ensemble);

      // While the group elects another leader the server's own attempt to take the peer out fails,
      // and it does not make a second one.
      ensemble.remove(leader(ensemble));
      isWhole(ensemble);

      ensemble.loseDisk(0);
      ensemble.startAll();
      isWhole(ensemble);

      ensemble.move(0);
      isWhole(ensemble);
    }
  }

  private static int leader(NacosEnsemble ensemble) {
    String leader = group(ensemble.member(0)).path("leader").asText();
    List<String> addresses = ensemble.members().stream().map(NacosServer::address).toList();
    assertThat(addresses).contains(leader);
    return addresses.indexOf(leader);
  }

  private static void isWhole(NacosEnsemble ensemble) {
    Set<String> members =
        ensemble.members().stream()
            .map(NacosServer::address)
            .collect(Collectors.toCollection(TreeSet::new));
    await()
        .alias("every member sees the same peers, and holds the same catalog with everything in it")
        .atMost(Steps.SOON)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              Set<JsonNode> catalogs = new HashSet<>();
              for (NacosServer member : ensemble.members()) {
                assertThat(texts(group(member).path("peers"))).as("%s", member).isEqualTo(members);
                catalogs.add(Steps.status(member).path("catalog"));
              }
              assertThat(catalogs).hasSize(1);
              assertThat(catalogs.iterator().next().path("instances").asInt()).isEqualTo(PROVIDERS);
            });
  }

  private static JsonNode group(NacosServer member) {
    return member.api().get("/landbridge/v1/group").json().path("data");
  }

  private static Set<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(JsonNode::asText)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
