package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.RegistryDump;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.junit.Servers;
import io.landbridge.compat.junit.UsesServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The main job: a Dubbo 2.7 provider that registers interfaces only is called by Dubbo 3 consumers
 * that look for applications only, from the moment an operator says so until he takes it back.
 */
@UsesServers
class UpwardTranslationE2E {

  private static final String APPLICATION = "prov-27";

  private static final RegistryDump.Probe PROBE =
      new RegistryDump.Probe(Set.of(), Set.of("DEFAULT_GROUP@@" + APPLICATION));

  private static final String OF_ONE_PROCESS = "(\"(?:pid|timestamp)\":\")[0-9]+";

  /**
   * A 1.x client's instance is removed 30 s after its last beat, if it says nothing else; the rest
   * is for a busy machine.
   */
  private static final Duration EXPIRY = Duration.ofSeconds(120);

  @TempDir Path work;

  @ParameterizedTest(name = "server {0}, provider {1}")
  @CsvSource({
    "V2_2_4, DUBBO_2_7_NACOS_1_4",
    "V2_2_4, DUBBO_2_7_NACOS_2",
    "V3_1_0, DUBBO_2_7_NACOS_1_4",
    "V3_1_0, DUBBO_2_7_NACOS_2"
  })
  void anInterfaceLevelProviderIsCalledByApplicationLevelConsumers(
      NacosVersion version, DubboLine providerLine, Servers servers) {
    Steps steps = new Steps(work, APPLICATION);
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    NacosEnsemble ensemble = servers.shared(spec);
    servers.discardConfigurations("public");
    // Empty services of earlier tests, which the server forgets at some time.
    Set<String> inherited = RegistryDump.of(ensemble.api(0), PROBE).entries().keySet();
    try (ConsumerProcess dubbo32 = steps.consumer(DubboLine.DUBBO_3_2, ensemble.member(0));
        ConsumerProcess dubbo33 = steps.consumer(DubboLine.DUBBO_3_3, ensemble.member(0))) {
      NacosServer server = ensemble.member(0);
      List<ConsumerProcess> consumers = List.of(dubbo32, dubbo33);
      int port;
      SortedMap<String, String> before;

      try (ProviderProcess provider = provider(steps, version, providerLine, server, "first", 0)) {
        port = provider.port("dubbo");
        consumers.forEach(Steps::findsNoProvider);
        before = settledDump(ensemble, inherited);
        assertThat(before.keySet()).anyMatch(key -> key.contains("providers:demo.GreetService"));

        steps.apply(server.baseUrl());
        consumers.forEach(consumer -> Steps.isAnsweredBy(consumer, provider.identity()));
        steps.landbridge(server.baseUrl(), "verify", "--application", APPLICATION);
        assertThat(steps.instancesShownBy(server)).isEqualTo(1);

        provider.kill9();
        await()
            .alias("the derived instance goes with the provider")
            .atMost(EXPIRY)
            .untilAsserted(() -> assertThat(steps.instancesShownBy(server)).isZero());
        consumers.forEach(Steps::findsNoProvider);
      }

      try (ProviderProcess provider =
          provider(steps, version, providerLine, server, "second", port)) {
        consumers.forEach(consumer -> Steps.isAnsweredBy(consumer, provider.identity()));

        steps.rollback(server.baseUrl());
        consumers.forEach(Steps::findsNoProvider);
        await()
            .alias("everything is as it was")
            .atMost(Steps.SOON)
            .untilAsserted(
                () -> assertThat(difference(before, settledDump(ensemble, inherited))).isEmpty());
      }
    }
  }

  /** On one of the two lines it expires by the default of 1.x. */
  private ProviderProcess provider(
      Steps steps, NacosVersion version, DubboLine line, NacosServer server, String run, int port) {
    ProviderSettings settings = steps.settings(server, run, port);
    return ProviderProcess.start(
        line,
        version == NacosVersion.V2_2_4 ? settings : settings.deletedAsSoonAsUnhealthy(),
        work);
  }

  private static SortedMap<String, String> settledDump(
      NacosEnsemble ensemble, Set<String> inherited) {
    SortedMap<String, String> entries = new TreeMap<>();
    Steps.settledDump(ensemble.api(0), PROBE)
        .entries()
        .forEach((key, value) -> entries.put(key, withoutProcess(key, value)));
    entries.keySet().removeAll(inherited);
    return entries;
  }

  /** Leaves out what a restart of the provider changes, whoever watches. */
  private static String withoutProcess(String key, String value) {
    // Dubbo writes its service definitions at every start, with its types in any order.
    return key.contains(":provider:" + APPLICATION)
        ? "a definition"
        : value.replaceAll(OF_ONE_PROCESS, "$1n");
  }

  private static List<String> difference(
      SortedMap<String, String> before, SortedMap<String, String> after) {
    SortedSet<String> keys = new TreeSet<>(before.keySet());
    keys.addAll(after.keySet());
    return keys.stream()
        .filter(key -> !Objects.equals(before.get(key), after.get(key)))
        .map(key -> key + "\n  before: " + before.get(key) + "\n  after:  " + after.get(key))
        .toList();
  }
}
