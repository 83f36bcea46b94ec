package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.client.CallResult;
import io.landbridge.compat.client.Calls;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.ConsumerSettings.MigrationStep;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plugin of the first release candidate is replaced by this one on one member after the other,
 * and put back, while an application is called over what is derived. The candidate's jar is kept as
 * it was built then: what it wrote must be read for ever, and what it must read may be written.
 */
class PluginUpgradeE2E {

  private static final String FIRST = "/first-candidate/landbridge-naming-plugin-0.1.0-rc.1.jar";

  private static final String SHOWN = "shop";
  private static final String NOT_SHOWN = "till";

  @TempDir Path work;

  @Test
  void fromTheFirstCandidateToThisBuildAndBack() throws Exception {
    Path first = Path.of(PluginUpgradeE2E.class.getResource(FIRST).toURI());
    Path newest = Artifacts.locate().pluginJar();
    ServerSpec spec = ServerSpec.of(NacosVersion.V3_1_0).withMembers(3).withPlugin(first);
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        ProviderProcess shown = provider(ensemble, SHOWN);
        ProviderProcess notShown = provider(ensemble, NOT_SHOWN)) {
      isWhole(ensemble);
      Steps steps = new Steps(work, SHOWN);
      steps.apply(ensemble.serverList());
      try (Calls applications = calls(ensemble, DubboLine.DUBBO_3_3);
          Calls interfaces = calls(ensemble, DubboLine.DUBBO_2_7_NACOS_2)) {
        assertThat(List.of(shown.isAlive(), notShown.isAlive())).containsOnly(true);

        for (NacosServer member : ensemble.members()) {
          refusesToShowToSome(ensemble);
          replace(ensemble, member, newest);
        }
        CommandLineTool.Run verified = verify(ensemble);
        assertThat(verified.exitCode()).as("%s", verified).isZero();

        for (NacosServer member : ensemble.members()) {
          replace(ensemble, member, first);
        }

        assertThat(applications.made()).isPositive();
        assertThat(applications.failures()).isEmpty();
        assertThat(interfaces.failures()).isEmpty();
      }
      assertThat(steps.instancesShownBy(ensemble.member(0))).isEqualTo(1);
    }
  }

  private ProviderProcess provider(NacosEnsemble ensemble, String application) {
    return ProviderProcess.start(
        DubboLine.DUBBO_2_7_NACOS_2,
        ProviderSettings.of(registry(ensemble), application).withRun(application),
        work);
  }

  /** Those who look for applications only find what is derived, the others what is registered. */
  private Calls calls(NacosEnsemble ensemble, DubboLine line) {
    ConsumerProcess consumer =
        ConsumerProcess.start(
            line,
            ConsumerSettings.of(registry(ensemble), "cons-" + line.dubbo())
                .withMigration(MigrationStep.FORCE_APPLICATION),
            work);
    await()
        .alias(line + " has its answers")
        .atMost(Steps.SOON)
        .until(
            () ->
                consumer.callAll().results().stream()
                    .allMatch(CallResult.Answered.class::isInstance));
    return Calls.of(consumer);
  }

  private static String registry(NacosEnsemble ensemble) {
    List<String> all = List.of(ensemble.serverList().split(","));
    return all.get(0) + "?backup=" + String.join(",", all.subList(1, all.size()));
  }

  private static void replace(NacosEnsemble ensemble, NacosServer member, Path jar)
      throws IOException {
    member.stop();
    try (Stream<Path> there = Files.list(member.plugins())) {
      for (Path each : there.filter(it -> it.toString().contains("landbridge")).toList()) {
        Files.delete(each);
      }
    }
    Files.copy(jar, member.plugins().resolve(jar.getFileName()));
    member.start();
    isWhole(ensemble);
  }

  /** A member that cannot read it would stop. */
  private void refusesToShowToSome(NacosEnsemble ensemble) {
    CommandLineTool.Run run =
        landbridge(ensemble, "apply", "--application", NOT_SHOWN, "--show-to", "50%", "--yes");
    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.out()).contains("install this version of the plugin on");
  }

  private CommandLineTool.Run verify(NacosEnsemble ensemble) {
    return landbridge(ensemble, "verify", "--application", SHOWN);
  }

  private CommandLineTool.Run landbridge(NacosEnsemble ensemble, String... arguments) {
    return CommandLineTool.ofThisBuild(work)
        .withVariable("LANDBRIDGE_SERVER", ensemble.serverList())
        .run(arguments);
  }

  private static void isWhole(NacosEnsemble ensemble) {
    await()
        .alias("every member is active and knows both providers")
        .atMost(Steps.SOON)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              for (NacosServer member : ensemble.members()) {
                JsonNode status = Steps.status(member);
                assertThat(status.path("state").asText()).as("%s", member).isEqualTo("ACTIVE");
                assertThat(status.path("catalog").path("instances").asInt())
                    .as("%s", member)
                    .isEqualTo(2);
              }
            });
  }
}
