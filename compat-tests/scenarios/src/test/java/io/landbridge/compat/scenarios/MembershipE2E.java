package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What happens to the members of a cluster in its life, one after the other on one cluster with
 * registrations in it: the catalog's group follows, all members hold the same, nothing is lost.
 */
class MembershipE2E {

  private static final int PROVIDERS = 20;

  /** A group without which a server does not start. */
  private static final String SERVER_GROUP = "nacos_config";

  /** A request in an advice of the doctor, to be made in a shell. */
  private static final Pattern REQUEST = Pattern.compile("curl [^;]*'http://HOST:PORT[^']*'");

  @TempDir Path work;

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

      // While a group elects another leader the server's own attempt to take the peer out fails,
      // and it does not make a second one: the peer may stay, in whichever of the server's groups.
      int leader = leader(ensemble);
      leads(ensemble.member(leader), SERVER_GROUP);
      String removed = ensemble.member(leader).address();
      ensemble.remove(leader);
      isWhole(ensemble);
      isTakenOutAsTheDoctorSays(ensemble);
      votesNowhere(removed, ensemble);

      ensemble.loseDisk(0);
      ensemble.startAll();
      isWhole(ensemble);

      // With the one that stayed, two of four would be left to elect another leader.
      leads(ensemble.member(0), SERVER_GROUP);
      ensemble.move(0);
      isWhole(ensemble);
      isTakenOutAsTheDoctorSays(ensemble);
    }
  }

  private static int leader(NacosEnsemble ensemble) {
    List<String> addresses = ensemble.members().stream().map(NacosServer::address).toList();
    return await()
        .alias("a member leads")
        .atMost(Steps.SOON)
        .until(
            () -> addresses.indexOf(group(ensemble.member(0)).path("leader").asText()),
            index -> index >= 0);
  }

  /** Has a member lead one of the server's groups, by the server's own operation. */
  private static void leads(NacosServer member, String group) {
    await()
        .alias(member + " leads " + group)
        .atMost(Steps.SOON)
        // An election that is under way refuses it.
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              Steps.raftOperation(member, group, "transferLeader");
              assertThat(serverGroup(member, group).path("leads").asBoolean()).isTrue();
            });
  }

  private static void votesNowhere(String removed, NacosEnsemble ensemble) {
    await()
        .alias(removed + " has no vote")
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              for (NacosServer member : ensemble.members()) {
                assertThat(group(member).path("serverGroups"))
                    .isNotEmpty()
                    .allSatisfy(
                        each -> assertThat(texts(each.path("peers"))).doesNotContain(removed));
              }
            });
  }

  private static JsonNode serverGroup(NacosServer member, String group) {
    return StreamSupport.stream(group(member).path("serverGroups").spliterator(), false)
        .filter(each -> each.path("name").asText().equals(group))
        .findFirst()
        .orElseThrow();
  }

  /** The peers that stayed in groups of the server, until the doctor finds nothing any more. */
  private void isTakenOutAsTheDoctorSays(NacosEnsemble ensemble) {
    String server = ensemble.member(0).address();
    await()
        .alias("the doctor finds nothing")
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              CommandLineTool.Run run =
                  CommandLineTool.ofThisBuild(work)
                      .run("doctor", "--server", "http://" + server, "-o", "json");
              for (JsonNode finding : run.json().path("findings")) {
                REQUEST
                    .matcher(finding.path("advice").asText())
                    .results()
                    .forEach(it -> shell(it.group().replace("HOST:PORT", server)));
              }
              assertThat(run.exitCode()).as("%s", run).isZero();
            });
  }

  private static void shell(String command) {
    try {
      Process process =
          new ProcessBuilder("sh", "-c", command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(command).isTrue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
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
