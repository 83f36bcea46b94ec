package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Three members: registered through one, seen and pushed through the others. */
class ClusterTranslationE2E {

  private static final String APPLICATION = "prov-27-cluster";

  @TempDir Path work;

  @ParameterizedTest
  @CsvSource({"V2_2_4", "V3_1_0"})
  void registeredThroughOneMemberSeenAndPushedThroughTheOthers(NacosVersion version) {
    Steps steps = new Steps(work, APPLICATION);
    ServerSpec spec =
        ServerSpec.of(version)
            .withMembers(3)
            .withPlugin(Artifacts.locate().pluginJar())
            // On 3.x the plugin answers 1.x in the server's place.
            .withProperty("nacos.core.api.compatibility.client.enabled", "false")
            .withProperty("landbridge.v1-front.enabled", "true");
    assumeThat(spec.whyNotHere()).isEmpty();
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      List<NacosServer> members = ensemble.members();
      members.forEach(Steps::isActive);
      String servers = members.stream().map(NacosServer::baseUrl).collect(Collectors.joining(","));
      // Subscribed before anything is there, each through another member than the provider's, so
      // that what they learn later can only have been pushed.
      try (ConsumerProcess second = steps.consumer(DubboLine.DUBBO_3_2, members.get(1));
          ConsumerProcess third = steps.consumer(DubboLine.DUBBO_3_3, members.get(2));
          ProviderProcess provider =
              steps.provider(DubboLine.DUBBO_2_7_NACOS_2, members.get(0), "first", 0)) {
        Steps.findsNoProvider(second);
        Steps.findsNoProvider(third);

        steps.isObserved(members.get(0));
        steps.apply(servers);

        Steps.isAnsweredBy(second, provider.identity());
        Steps.isAnsweredBy(third, provider.identity());
        for (NacosServer member : members) {
          await()
              .alias("shown by " + member)
              .atMost(Steps.SOON)
              .untilAsserted(() -> assertThat(steps.instancesShownBy(member)).isEqualTo(1));
        }
        digestsAreEqual(members);

        provider.kill9();
        Steps.findsNoProvider(second);
        Steps.findsNoProvider(third);
        steps.rollback(servers);
        digestsAreEqual(members);
      }
      anyMemberTakesWhatOldClientsSend(members);
      readsAreLinearizable(members);
      OperatorReads.digestsAreEqualAtTheSameCount(members);
      nothingIsSwitchedOnWhereAMemberHasNoPlugin(ensemble, version);
    }
  }

  /** Clients of 1.x ask any member, with every request another. */
  private static void anyMemberTakesWhatOldClientsSend(List<NacosServer> members) {
    int count = 4 * members.size();
    for (int i = 0; i < count; i++) {
      NacosApi one = members.get(i % members.size()).api();
      assertThat(one.post("/v1/ns/instance", old(i)).body()).isEqualTo("ok");
      // At once: had it been kept where it came in, the others would not know it yet.
      for (NacosServer each : members) {
        assertThat(each.api().put("/v1/ns/instance/beat", old(i)).json().path("code").asInt())
            .as(each + " of " + i)
            .isEqualTo(10200);
      }
    }
    members.forEach(each -> shows(each, count));
    for (int i = 0; i < count; i++) {
      NacosApi another = members.get((i + 1) % members.size()).api();
      assertThat(another.delete("/v1/ns/instance", old(i)).body()).isEqualTo("ok");
    }
    members.forEach(each -> shows(each, 0));
  }

  private static Map<String, String> old(int i) {
    return Map.of(
        "serviceName",
        "old",
        "ip",
        "10.5.0.1",
        "port",
        String.valueOf(i + 1),
        "metadata",
        RawRegistrations.PATIENT);
  }

  private static void shows(NacosServer member, int instances) {
    await()
        .alias(instances + " are shown by " + member)
        .atMost(Steps.SOON)
        .until(
            () ->
                member
                        .api()
                        .get("/v1/ns/instance/list", Map.of("serviceName", "old"))
                        .json()
                        .path("hosts")
                        .size()
                    == instances);
  }

  /** Written through the leader, which answers before the others have applied it. */
  private static void readsAreLinearizable(List<NacosServer> members) {
    NacosServer leader = Bridges.leader(members, Steps.SOON);
    new RawRegistrations(leader.api(), "public")
        .provider27("switched", "demo.SwitchedService", "10.4.0.1", 20880);
    for (NacosServer member : members) {
      await()
          .atMost(Steps.SOON)
          .until(
              () ->
                  member
                          .api()
                          .get("/landbridge/v1/application", Map.of("application", "switched"))
                          .status()
                      == 200);
    }
    for (NacosServer member : members) {
      int stale =
          OperatorReads.linearizableReadsSeeWhatWasWrittenElsewhere(leader, member, "switched", 30);
      System.out.printf("%s: %d of 30 local reads were stale%n", member, stale);
    }
  }

  /** On one line is enough: it is the command that looks, and it takes a restart. */
  private void nothingIsSwitchedOnWhereAMemberHasNoPlugin(
      NacosEnsemble ensemble, NacosVersion version) {
    if (version != NacosVersion.V3_1_0) {
      return;
    }
    NacosServer without = ensemble.member(2);
    without.stop();
    delete(without.plugins().resolve(Artifacts.locate().pluginJar().getFileName()));
    ensemble.startAll();
    CommandLineTool landbridge = CommandLineTool.ofThisBuild(work);
    // The one without the plugin need not be given for that.
    for (int i = 0; i < 2; i++) {
      CommandLineTool.Run apply =
          landbridge.run(
              "apply",
              "--server",
              ensemble.member(i).address(),
              "--application",
              "switched",
              "--yes");
      assertThat(apply.exitCode()).as("%s", apply).isEqualTo(5);
      assertThat(apply.err()).contains("no Landbridge plugin", without.address(), "restart it");
    }
    // What was published for the last switch may still be taken back.
    eventually(
        () ->
            assertThat(
                    ensemble
                        .member(0)
                        .api()
                        .get("/landbridge/v1/application", Map.of("application", "switched"))
                        .json()
                        .path("data")
                        .path("state")
                        .asText())
                .isEqualTo("OBSERVED"));
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void digestsAreEqual(List<NacosServer> members) {
    await()
        .alias("the same catalog on all members")
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              Set<JsonNode> catalogs =
                  members.stream()
                      .map(member -> Steps.status(member).path("catalog"))
                      .collect(Collectors.toSet());
              assertThat(catalogs).hasSize(1);
              assertThat(catalogs.iterator().next().path("applied").asLong()).isPositive();
            });
  }
}
