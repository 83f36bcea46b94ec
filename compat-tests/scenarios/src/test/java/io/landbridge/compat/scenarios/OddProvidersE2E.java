package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.client.CallResult;
import io.landbridge.compat.client.CallResults;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.ConsumerSettings.MigrationStep;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Providers whose settings decide who can call them: consumers that see them through us come to the
 * same result as those that see them as they registered.
 */
class OddProvidersE2E {

  private static final String GREET = "demo.GreetService";
  private static final String ORDER = "demo.OrderService";
  private static final String PLAIN = "demo.PlainService";
  private static final String NESTED = ProviderSettings.NESTED;

  private static final String TEAM = "team-a";
  private static final String BLUE = "BLUE";
  private static final Map<String, String> NOTHING =
      Map.of(GREET, "no provider", ORDER, "no provider", PLAIN, "no provider");

  @TempDir static Path work;

  private static NacosEnsemble ensemble;
  private static CommandLineTool landbridge;

  @BeforeAll
  static void start() {
    ensemble =
        NacosEnsemble.start(
            ServerSpec.of(NacosVersion.V3_1_0).withPlugin(Artifacts.locate().pluginJar()));
    landbridge = CommandLineTool.ofThisBuild(work);
  }

  @AfterAll
  static void end() {
    ensemble.close();
  }

  @Test
  @DisplayName("2.7, simplified, one service tagged, one disabled: upward")
  void upward() {
    ProviderSettings settings =
        settings("simplified-27")
            .withRegistryParameters("simplified=true&extra-keys=disabled")
            .withTag("gray")
            .withPlainParameter("disabled", "true");
    try (ProviderProcess provider =
            ProviderProcess.start(DubboLine.DUBBO_2_7_NACOS_2, settings, work);
        ConsumerProcess asRegistered = consumer(DubboLine.DUBBO_2_7_NACOS_2, "simplified-27");
        ConsumerProcess throughUs = consumer(DubboLine.DUBBO_3_3, "simplified-27")) {
      switchOn("simplified-27");
      // A request without the tag does not reach a provider with one, on either level.
      Map<String, String> expected =
          Map.of(GREET, "no provider", ORDER, provider.identity().run(), PLAIN, "no provider");

      comesTo(asRegistered, expected);
      comesTo(throughUs, expected);
    }
  }

  @Test
  @DisplayName("2.7, dubbo and a protocol that Dubbo 3 has no more: upward")
  void twoProtocolsUpward() {
    ProviderSettings settings = settings("two-27").withProtocols("rmi", "dubbo");
    try (ProviderProcess provider =
            ProviderProcess.start(DubboLine.DUBBO_2_7_NACOS_1_4, settings, work);
        ConsumerProcess asRegistered =
            consumer(DubboLine.DUBBO_3_3, "two-27", MigrationStep.FORCE_INTERFACE);
        ConsumerProcess throughUs = consumer(DubboLine.DUBBO_3_3, "two-27")) {
      switchOn("two-27");
      Map<String, String> expected = everything(provider);

      comesTo(asRegistered, expected);
      comesTo(throughUs, expected);
    }
  }

  @Test
  @DisplayName(
      "3.3, application only, one service tagged, one with a serialization and extensions that are"
          + " new: downward")
  void downward() {
    ProviderSettings settings =
        settings("alone-33")
            .withRegisterMode("instance")
            .withMetadataType("local")
            .withTag("gray")
            .withPlainParameter("serialization", "fastjson2")
            .withPlainParameter("loadbalance", "adaptive")
            .withPlainParameter("cluster", "zone-aware");
    try (ProviderProcess provider = ProviderProcess.start(DubboLine.DUBBO_3_3, settings, work);
        ConsumerProcess asRegistered = consumer(DubboLine.DUBBO_3_3, "alone-33");
        ConsumerProcess dubbo27 = consumer(DubboLine.DUBBO_2_7_NACOS_1_4, "alone-33");
        ConsumerProcess dubbo26 = consumer(DubboLine.DUBBO_2_6, "alone-33")) {
      switchOn("alone-33");
      String found = provider.identity().run();
      Map<String, String> expected = Map.of(GREET, "no provider", ORDER, found, PLAIN, found);

      comesTo(asRegistered, expected);
      comesTo(dubbo27, expected);
      comesTo(dubbo26, expected);
      isReported("NEW_EXTENSION", "alone-33", "'cluster=zone-aware'");
    }
  }

  @Test
  @DisplayName("3, application only, its document not where it says: reported and not guessed")
  void withoutADocument() {
    RawRegistrations raw = new RawRegistrations(ensemble.api(0), "public");
    Map<String, String> remote =
        Map.of(
            "dubbo.metadata.revision", "0123456789abcdef0123456789abcdef",
            "dubbo.metadata.storage-type", "remote",
            "dubbo.endpoints", "[{\"port\":20880,\"protocol\":\"dubbo\"}]");
    raw.register("lost-33", "10.0.1.1", 20880, remote);

    isReported("NO_DOCUMENT", "lost-33", "does not exist, although the provider reports");
  }

  @Test
  @DisplayName("2.7, nested interfaces: upward")
  void nestedUpward() {
    ProviderSettings settings = settings("nested-27").withNestedServices();
    try (ProviderProcess provider =
            ProviderProcess.start(DubboLine.DUBBO_2_7_NACOS_2, settings, work);
        ConsumerProcess asRegistered = consumer(DubboLine.DUBBO_2_7_NACOS_2, "nested-27");
        ConsumerProcess throughUs = consumer(DubboLine.DUBBO_3_3, "nested-27")) {
      switchOn("nested-27");
      Map<String, String> expected = nested(provider.identity().run());

      nestedComesTo(asRegistered, expected);
      nestedAreMappedTo("nested-27");
      nestedComesTo(throughUs, expected);
    }
  }

  @Test
  @DisplayName("3.3, application only, nested interfaces: downward")
  void nestedDownward() {
    ProviderSettings settings =
        settings("nested-33")
            .withRegisterMode("instance")
            .withMetadataType("local")
            .withNestedServices();
    try (ProviderProcess provider = ProviderProcess.start(DubboLine.DUBBO_3_3, settings, work);
        ConsumerProcess asRegistered = consumer(DubboLine.DUBBO_3_3, "nested-33");
        ConsumerProcess dubbo27 = consumer(DubboLine.DUBBO_2_7_NACOS_1_4, "nested-33");
        ConsumerProcess dubbo26 = consumer(DubboLine.DUBBO_2_6, "nested-33")) {
      switchOn("nested-33");
      Map<String, String> expected = nested(provider.identity().run());

      nestedAreMappedTo("nested-33");
      nestedComesTo(asRegistered, expected);
      nestedComesTo(dubbo27, expected);
      nestedComesTo(dubbo26, expected);
    }
  }

  @Test
  @DisplayName("3.3, application only, and consumers that ask for whatever version: downward")
  void anyVersionDownward() {
    ProviderSettings settings =
        settings("any-33").withRegisterMode("instance").withMetadataType("local");
    try (ProviderProcess provider = ProviderProcess.start(DubboLine.DUBBO_3_3, settings, work);
        ConsumerProcess ofOne = consumer(DubboLine.DUBBO_2_7_NACOS_1_4, "any-33")) {
      switchOn("any-33");
      Map<String, String> expected = everything(provider);
      // Those that ask for any look which services there are when they start, and never again.
      comesTo(ofOne, expected);
      for (DubboLine line :
          List.of(
              DubboLine.DUBBO_2_7_NACOS_1_4, DubboLine.DUBBO_2_7_NACOS_2, DubboLine.DUBBO_3_3)) {
        ConsumerSettings any =
            consumerSettings(line, "any-33")
                .withMigration(MigrationStep.FORCE_INTERFACE)
                .ofAnyVersion();
        try (ConsumerProcess consumer = ConsumerProcess.start(line, any, work)) {
          // Asked for version *, a provider without one knows no such service, on either level.
          eventually(
              () ->
                  assertThat(outcomes(consumer.callAll()))
                      .containsEntry(GREET, "any-33")
                      .containsEntry(ORDER, "any-33"));
        }
      }
    }
  }

  @Test
  @DisplayName("2.7, in a namespace and a Nacos group: upward, and nowhere else")
  void elsewhereUpward() {
    try (ProviderProcess provider =
            ProviderProcess.start(
                DubboLine.DUBBO_2_7_NACOS_2,
                settings("team-27").withNamespace(TEAM).withGroup(BLUE),
                work);
        ConsumerProcess there =
            ConsumerProcess.start(
                DubboLine.DUBBO_3_3,
                consumerSettings(DubboLine.DUBBO_3_3, "team-27")
                    .withNamespace(TEAM)
                    .withGroup(BLUE)
                    .withMigration(MigrationStep.FORCE_APPLICATION),
                work);
        ConsumerProcess here = consumer(DubboLine.DUBBO_3_3, "team-27")) {
      new Switches(ensemble.api(0), TEAM).on("team-27");

      comesTo(there, everything(provider));
      comesTo(here, NOTHING);
    }
  }

  @Test
  @DisplayName(
      "3.3, application only, in a namespace and a Nacos group: downward, and nowhere else")
  void elsewhereDownward() {
    ProviderSettings settings =
        settings("team-33")
            .withNamespace(TEAM)
            .withGroup(BLUE)
            .withRegisterMode("instance")
            .withMetadataType("remote");
    try (ProviderProcess provider = ProviderProcess.start(DubboLine.DUBBO_3_3, settings, work);
        ConsumerProcess here = consumer(DubboLine.DUBBO_2_7_NACOS_1_4, "team-33")) {
      new Switches(ensemble.api(0), TEAM).on("team-33");
      for (DubboLine line : List.of(DubboLine.DUBBO_2_7_NACOS_1_4, DubboLine.DUBBO_2_7_NACOS_2)) {
        ConsumerSettings team =
            consumerSettings(line, "team-33").withNamespace(TEAM).withGroup(BLUE);
        try (ConsumerProcess there = ConsumerProcess.start(line, team, work)) {
          comesTo(there, everything(provider));
        }
      }
      comesTo(here, NOTHING);
    }
  }

  @Test
  @DisplayName(
      "3.3, application only, in a namespace: downward to 2.6, which knows no Nacos groups")
  void inANamespaceDownward() {
    ProviderSettings settings =
        settings("space-33").withNamespace(TEAM).withRegisterMode("instance");
    ConsumerSettings team = consumerSettings(DubboLine.DUBBO_2_6, "space-33").withNamespace(TEAM);
    try (ProviderProcess provider =
            ProviderProcess.start(DubboLine.DUBBO_3_3, settings.withMetadataType("local"), work);
        ConsumerProcess there = ConsumerProcess.start(DubboLine.DUBBO_2_6, team, work);
        ConsumerProcess here = consumer(DubboLine.DUBBO_2_6, "space-33")) {
      new Switches(ensemble.api(0), TEAM).on("space-33");

      comesTo(there, everything(provider));
      comesTo(here, NOTHING);
    }
  }

  private static Map<String, String> everything(ProviderProcess provider) {
    String found = provider.identity().run();
    return Map.of(GREET, found, ORDER, found, PLAIN, found);
  }

  @Test
  @DisplayName("2.7, registry-type=service: an application level of its own, which is reported")
  void applicationLevelOfDubbo27() {
    try (ProviderProcess provider =
        ProviderProcess.start(
            DubboLine.DUBBO_2_7_NACOS_2,
            settings("service-27").withRegistryParameters("registry-type=service"),
            work)) {
      isReported("OLDER_FORMAT", "service-27", "127.0.0.1:" + provider.port("dubbo"));
    }
  }

  private static ProviderSettings settings(String application) {
    return ProviderSettings.of(ensemble.member(0).address(), application).withRun(application);
  }

  private static ConsumerProcess consumer(DubboLine line, String of) {
    return line == DubboLine.DUBBO_3_3
        ? consumer(line, of, MigrationStep.FORCE_APPLICATION)
        : ConsumerProcess.start(line, consumerSettings(line, of), work);
  }

  private static ConsumerProcess consumer(DubboLine line, String of, MigrationStep step) {
    return ConsumerProcess.start(line, consumerSettings(line, of).withMigration(step), work);
  }

  private static ConsumerSettings consumerSettings(DubboLine line, String of) {
    return ConsumerSettings.of(ensemble.member(0).address(), "cons-" + line.dubbo() + "-" + of);
  }

  private static void switchOn(String application) {
    new Steps(work, application).isObserved(ensemble.member(0));
    NacosApi.Answer answer =
        ensemble
            .api(0)
            .put(
                "/landbridge/v1/translation",
                Map.of("application", application, "enabled", "true"));
    assertThat(answer.ok()).as(answer.toString()).isTrue();
  }

  /** Operators are told of the application, with some text among the rest, by whatever they ask. */
  private static void isReported(String kind, String application, String text) {
    eventually(
        () ->
            isAmong(
                Steps.status(ensemble.member(0)).path("untranslatable"), kind, application, text));
    CommandLineTool.Run scan =
        landbridge.run("scan", "--server", "127.0.0.1:" + ensemble.member(0).port(), "-o", "json");
    assertThat(scan.exitCode()).as(scan.toString()).isZero();
    JsonNode scanned = scan.json();
    List<JsonNode> losses = new ArrayList<>();
    scanned.path("untranslatable").forEach(losses::add);
    scanned.path("applications").forEach(each -> each.path("losses").forEach(losses::add));
    isAmong(losses, kind, application, text);
  }

  private static void isAmong(
      Iterable<JsonNode> losses, String kind, String application, String text) {
    assertThat(losses)
        .anySatisfy(
            loss -> {
              assertThat(loss.path("kind").asText()).isEqualTo(kind);
              assertThat(loss.path("service").asText()).isEqualTo(application);
              assertThat(loss.toString()).contains(text);
            });
  }

  private static Map<String, String> nested(String run) {
    return Map.of(
        NESTED + "GreetService", run, NESTED + "OrderService", run, NESTED + "PlainService", run);
  }

  /**
   * A consumer of Dubbo 3 that looks before is not told later: it takes the name with three
   * underscores, which its listener is called with, for that of another interface.
   */
  private static void nestedAreMappedTo(String application) {
    for (String each : nested(application).keySet()) {
      eventually(
          () ->
              assertThat(Steps.mapping(ensemble.member(0), each.replace("$", "___")))
                  .contains(application));
    }
  }

  /** What came of the calls to each service, once it is what is expected. */
  private static void comesTo(ConsumerProcess consumer, Map<String, String> expected) {
    eventually(() -> assertThat(outcomes(consumer.callAll())).isEqualTo(expected));
  }

  private static void nestedComesTo(ConsumerProcess consumer, Map<String, String> expected) {
    eventually(() -> assertThat(outcomes(consumer.callAll(NESTED))).isEqualTo(expected));
  }

  private static SortedMap<String, String> outcomes(CallResults results) {
    SortedMap<String, String> outcomes = new TreeMap<>();
    for (CallResult each : results.results()) {
      outcomes.merge(
          each.service(),
          outcome(each),
          (one, other) -> one.equals(other) ? one : one + ", " + other);
    }
    return outcomes;
  }

  private static String outcome(CallResult result) {
    if (result instanceof CallResult.Answered answered) {
      return answered.by().run();
    }
    return result instanceof CallResult.NoProvider ? "no provider" : result.toString();
  }
}
