package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.client.Answerer;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.ConsumerSettings.MigrationStep;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.RegistryDump;
import io.landbridge.compat.cluster.ServerSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The main job: a Dubbo 2.7 provider that registers interfaces only is called by Dubbo 3 consumers
 * that look for applications only, from the moment an operator says so until he takes it back.
 */
class UpwardTranslationE2E {

  private static final String APPLICATION = "prov-27";

  /** What a restart of the provider changes in its own registrations, whoever watches. */
  private static final String OF_ONE_PROCESS = "(\\\\*\"(?:pid|timestamp)\\\\*\":\\\\*\")[0-9]+";

  /**
   * A 1.x client's instance is removed 30 s after its last beat; the rest is for a busy machine.
   */
  private static final Duration EXPIRY = Duration.ofSeconds(60);

  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path work;

  @ParameterizedTest(name = "server {0}, provider {1}")
  @CsvSource({
    "V2_2_4, DUBBO_2_7_NACOS_1_4",
    "V2_2_4, DUBBO_2_7_NACOS_2",
    "V3_1_0, DUBBO_2_7_NACOS_1_4",
    "V3_1_0, DUBBO_2_7_NACOS_2"
  })
  void anInterfaceLevelProviderIsCalledByApplicationLevelConsumers(
      NacosVersion version, DubboLine providerLine) {
    Artifacts artifacts = Artifacts.locate();
    try (NacosEnsemble ensemble =
            NacosEnsemble.start(ServerSpec.of(version).withPlugin(artifacts.pluginJar()));
        ConsumerProcess dubbo32 = consumer(DubboLine.DUBBO_3_2, ensemble);
        ConsumerProcess dubbo33 = consumer(DubboLine.DUBBO_3_3, ensemble)) {
      List<ConsumerProcess> consumers = List.of(dubbo32, dubbo33);
      int port;
      SortedMap<String, String> before;

      try (ProviderProcess provider = provider(providerLine, ensemble, "first", 0)) {
        port = provider.port("dubbo");
        consumers.forEach(UpwardTranslationE2E::findsNoProvider);
        before = settledDump(ensemble);
        assertThat(before.keySet()).anyMatch(key -> key.contains("providers:demo.GreetService"));

        succeeds(landbridge(ensemble, "apply", "--application", APPLICATION, "--yes"));
        consumers.forEach(consumer -> isAnsweredBy(consumer, provider.identity()));
        succeeds(landbridge(ensemble, "verify", "--application", APPLICATION));
        assertThat(derivedInstances(ensemble)).isEqualTo(1);

        provider.kill9();
        await()
            .alias("the derived instance goes with the provider")
            .atMost(EXPIRY)
            .untilAsserted(() -> assertThat(derivedInstances(ensemble)).isZero());
        consumers.forEach(UpwardTranslationE2E::findsNoProvider);
      }

      try (ProviderProcess provider = provider(providerLine, ensemble, "second", port)) {
        consumers.forEach(consumer -> isAnsweredBy(consumer, provider.identity()));

        succeeds(landbridge(ensemble, "rollback", "--application", APPLICATION, "--yes"));
        consumers.forEach(UpwardTranslationE2E::findsNoProvider);
        await()
            .alias("everything is as it was")
            .atMost(SOON)
            .untilAsserted(() -> assertThat(difference(before, settledDump(ensemble))).isEmpty());
      }
    }
  }

  private ConsumerProcess consumer(DubboLine line, NacosEnsemble ensemble) {
    return ConsumerProcess.start(
        line,
        ConsumerSettings.of(ensemble.member(0).address(), "cons-" + line.dubbo())
            .withMigration(MigrationStep.FORCE_APPLICATION),
        work);
  }

  private ProviderProcess provider(DubboLine line, NacosEnsemble ensemble, String run, int port) {
    return ProviderProcess.start(
        line,
        ProviderSettings.of(ensemble.member(0).address(), APPLICATION)
            .withRun(run)
            .withPort(port)
            .withWeight(50)
            .withCustomKey("V a"),
        work);
  }

  private static void findsNoProvider(ConsumerProcess consumer) {
    await()
        .alias("no method finds a provider")
        .atMost(SOON)
        .untilAsserted(
            () -> assertThat(consumer.callAll()).matches(results -> results.noneHasProvider()));
  }

  private static void isAnsweredBy(ConsumerProcess consumer, Answerer provider) {
    await()
        .alias("every method is answered by " + provider)
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(consumer.callAll()).matches(results -> results.allAnsweredBy(provider)));
  }

  private CommandLineTool.Run landbridge(NacosEnsemble ensemble, String verb, String... arguments) {
    return CommandLineTool.ofThisBuild(work)
        .run(
            Stream.concat(
                    Stream.of(verb, "--server", ensemble.member(0).baseUrl()),
                    Arrays.stream(arguments))
                .toArray(String[]::new));
  }

  private static void succeeds(CommandLineTool.Run run) {
    assertThat(run.exitCode()).as(run.toString()).isZero();
  }

  /** What any client is told of the application. */
  private static int derivedInstances(NacosEnsemble ensemble) {
    JsonNode answer =
        ensemble.api(0).get("/v1/ns/instance/list", Map.of("serviceName", APPLICATION)).json();
    return answer.path("hosts").size();
  }

  /** Dubbo goes on writing definitions for a moment after it says that it is ready. */
  private static SortedMap<String, String> settledDump(NacosEnsemble ensemble) {
    return await()
        .alias("two equal dumps in a row")
        .atMost(SOON)
        .until(
            () -> List.of(dump(ensemble), dump(ensemble)),
            dumps -> dumps.get(0).equals(dumps.get(1)))
        .get(0);
  }

  private static SortedMap<String, String> dump(NacosEnsemble ensemble) {
    SortedMap<String, String> entries = new TreeMap<>();
    RegistryDump.of(
            ensemble.api(0),
            new RegistryDump.Probe(Set.of(), Set.of("DEFAULT_GROUP@@" + APPLICATION)))
        .entries()
        .forEach((key, value) -> entries.put(key, value.replaceAll(OF_ONE_PROCESS, "$1n")));
    // The hash of a content that names one process; the content itself is compared.
    entries
        .keySet()
        .removeIf(key -> key.endsWith(":provider:" + APPLICATION + " (md5 of content)"));
    return entries;
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
