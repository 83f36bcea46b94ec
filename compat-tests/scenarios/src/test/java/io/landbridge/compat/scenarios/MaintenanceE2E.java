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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an operator does when things go wrong, on one cluster: two of three members are lost and
 * come back, then everything is lost for good and comes back from a backup.
 */
class MaintenanceE2E {

  private static final int PROVIDERS = 5;

  @TempDir Path work;

  @Test
  void doctorBackupAndRestore() throws Exception {
    Steps steps = new Steps(work, "shop");
    ServerSpec spec =
        ServerSpec.of(NacosVersion.V3_1_0)
            .withMembers(3)
            .withPlugin(Artifacts.locate().pluginJar())
            // Nobody comes back in this test, and what was restored is to be looked at in peace.
            .withProperty("landbridge.observer.grace", "5m");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      ensemble.members().forEach(Steps::isActive);
      RawRegistrations registrations = new RawRegistrations(ensemble.api(0), "public");
      for (int i = 0; i < PROVIDERS; i++) {
        registrations.provider27("shop", "demo.OrderService", "10.0.0." + (i + 1), 20880);
      }
      holdEverything(ensemble, PROVIDERS);
      steps.apply(ensemble.member(0).baseUrl());
      await()
          .atMost(Steps.SOON)
          .until(() -> steps.instancesShownBy(ensemble.member(0)) == PROVIDERS);
      // A member serves what is written to the configuration centre a moment later.
      SortedMap<String, String> before =
          await()
              .atMost(Steps.SOON)
              .until(() -> seen(ensemble.member(0)), all -> all.size() == PROVIDERS + 2);

      oneOfThree(ensemble);
      allLost(ensemble, before);
    }
  }

  private void oneOfThree(NacosEnsemble ensemble) {
    String left = ensemble.member(0).baseUrl();
    String[] missing = {ensemble.member(1).address(), ensemble.member(2).address()};
    isWell(left);

    ensemble.member(1).kill9();
    ensemble.member(2).kill9();

    await()
        .alias("the doctor names those that are missing")
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              CommandLineTool.Run run = landbridge("doctor", "--server", left, "-o", "json");
              assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
              JsonNode first = run.json().path("findings").path(0);
              assertThat(first.path("kind").asText()).isEqualTo("NO_LEADER");
              assertThat(texts(first.path("members"))).containsExactlyInAnyOrder(missing);
              assertThat(first.path("advice").asText()).contains("start 1 of these", "restore");
            });
    String file = work.resolve("last.backup").toString();
    CommandLineTool.Run refused = landbridge("backup", "--server", left, "--out", file);
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(5);
    assertThat(refused.err()).contains("no leader", "--stale");
    CommandLineTool.Run stale =
        landbridge("backup", "--server", left, "--out", file, "--stale", "-o", "json");
    assertThat(stale.exitCode()).as("%s", stale).isZero();
    assertThat(stale.json().path("stale").asBoolean()).isTrue();
    assertThat(stale.json().path("instances").asInt()).isEqualTo(PROVIDERS);

    turnsOffAndOnWithoutALeader(ensemble.member(0));

    ensemble.startAll();
    isWell(left);
  }

  /** The others cannot be told, so it is done in part; each member needs nobody but itself. */
  private void turnsOffAndOnWithoutALeader(NacosServer left) {
    Steps steps = new Steps(work, "shop");
    assertThat(steps.instancesShownBy(left)).isEqualTo(PROVIDERS);

    CommandLineTool.Run off = landbridge("suspend", "--server", left.baseUrl(), "--yes");
    assertThat(off.exitCode()).as("%s", off).isEqualTo(4);
    assertThat(off.out()).contains("1 done, 2 failed");
    await().atMost(Steps.SOON).until(() -> steps.instancesShownBy(left) == 0);

    CommandLineTool.Run on = landbridge("resume", "--server", left.baseUrl(), "--yes");
    assertThat(on.exitCode()).as("%s", on).isEqualTo(4);
    await().atMost(Steps.SOON).until(() -> steps.instancesShownBy(left) == PROVIDERS);
  }

  private void allLost(NacosEnsemble ensemble, SortedMap<String, String> before) throws Exception {
    // Any member will do: it knows who leads.
    String server = ensemble.member(1).baseUrl();
    String file = work.resolve("catalog.backup").toString();
    CommandLineTool.Run backup =
        landbridge("backup", "--server", server, "--out", file, "-o", "json");
    assertThat(backup.exitCode()).as("%s", backup).isZero();
    assertThat(backup.json().path("stale").asBoolean()).isFalse();
    assertThat(landbridge("backup", "--server", server, "--out", file).exitCode()).isEqualTo(2);

    ensemble.members().forEach(NacosServer::kill9);
    for (int i = 0; i < ensemble.members().size(); i++) {
      ensemble.loseDisk(i);
    }
    ensemble.startAll();
    ensemble.members().forEach(Steps::isActive);
    holdEverything(ensemble, 0);
    assertThat(seen(ensemble.member(0))).isEmpty();

    String whole = Files.readString(Path.of(file));
    Path damaged = Files.writeString(work.resolve("damaged"), whole.replaceFirst("shop", "shap"));
    CommandLineTool.Run refused = landbridge("restore", "--server", server, "--yes", damaged + "");
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
    assertThat(refused.err()).contains("checksum");

    JsonNode preview = restore(server, file);
    assertThat(preview.path("dryRun").asBoolean()).isTrue();
    assertThat(preview.path("instances").path("added").asInt()).isEqualTo(PROVIDERS);
    holdEverything(ensemble, 0);
    assertThat(restore(server, file, "--yes").path("switches").path("added").asInt()).isEqualTo(1);

    for (NacosServer member : ensemble.members()) {
      await()
          .alias("shown by " + member + " as before")
          .atMost(Steps.SOON)
          .untilAsserted(() -> assertThat(seen(member)).isEqualTo(before));
    }
    holdEverything(ensemble, PROVIDERS);

    JsonNode again = restore(server, file, "--yes").path("instances");
    assertThat(again.path("added").asInt()).isZero();
    assertThat(again.path("same").asInt()).isEqualTo(PROVIDERS);

    new RawRegistrations(ensemble.api(1), "public")
        .provider27("stock", "demo.StockService", "10.0.1.1", 20880);
    holdEverything(ensemble, PROVIDERS + 1);
    CommandLineTool.Run mixed = landbridge("restore", "--server", server, "--yes", file);
    assertThat(mixed.exitCode()).as("%s", mixed).isEqualTo(5);
    assertThat(mixed.err()).contains("other content", "--merge");
    JsonNode merged = restore(server, file, "--yes", "--merge").path("instances");
    assertThat(merged.path("same").asInt()).isEqualTo(PROVIDERS);
  }

  private JsonNode restore(String server, String file, String... options) {
    CommandLineTool.Run run =
        landbridge(
            Stream.concat(
                    Stream.of("restore", "--server", server, "-o", "json", file),
                    Stream.of(options))
                .toArray(String[]::new));
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run.json();
  }

  private void isWell(String server) {
    await()
        .alias("the doctor finds nothing")
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              CommandLineTool.Run run = landbridge("doctor", "--server", server);
              assertThat(run.exitCode()).as("%s", run).isZero();
              assertThat(run.out()).contains("no problems found");
            });
  }

  private CommandLineTool.Run landbridge(String... arguments) {
    return CommandLineTool.ofThisBuild(work).run(arguments);
  }

  private static void holdEverything(NacosEnsemble ensemble, int instances) {
    await()
        .alias("every member holds the same " + instances + " instances")
        .atMost(Steps.SOON)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              Set<JsonNode> catalogs = new HashSet<>();
              ensemble
                  .members()
                  .forEach(member -> catalogs.add(Steps.status(member).path("catalog")));
              assertThat(catalogs).hasSize(1);
              assertThat(catalogs.iterator().next().path("instances").asInt()).isEqualTo(instances);
            });
  }

  /** What a consumer that looks for the application gets: instances, documents, mapping. */
  private static SortedMap<String, String> seen(NacosServer server) {
    SortedMap<String, String> seen = new TreeMap<>();
    Set<String> revisions = new HashSet<>();
    JsonNode hosts = server.api().get("/v1/ns/instance/list", Map.of("serviceName", "shop")).json();
    for (JsonNode host : hosts.path("hosts")) {
      JsonNode metadata = host.path("metadata");
      revisions.add(metadata.path("dubbo.metadata.revision").asText());
      // Sorted: a server writes the fields of a map in any order.
      SortedMap<String, String> fields = new TreeMap<>();
      metadata.fields().forEachRemaining(it -> fields.put(it.getKey(), it.getValue().asText()));
      seen.put(host.path("ip").asText() + ":" + host.path("port").asInt(), fields.toString());
    }
    for (String revision : revisions) {
      put(seen, server, "shop", revision);
    }
    put(seen, server, "demo.OrderService", "mapping");
    return seen;
  }

  private static void put(
      SortedMap<String, String> seen, NacosServer server, String dataId, String group) {
    var answer = server.api().get("/v1/cs/configs", Map.of("dataId", dataId, "group", group));
    if (answer.ok()) {
      seen.put(dataId + " in " + group, answer.body());
    }
  }

  private static List<String> texts(JsonNode list) {
    return new ArrayList<>(
        StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList());
  }
}
