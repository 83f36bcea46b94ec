package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.ConsumerSettings.MigrationStep;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.junit.Servers;
import io.landbridge.compat.junit.UsesServers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * dubbo-go registers its application by default, with documents that no other Dubbo hashes like it:
 * it is found by consumers of interfaces, and finds who registers interfaces.
 */
@UsesServers
class DubboGoE2E {

  private static final String APPLICATION = "prov-go";

  @TempDir Path work;

  @BeforeEach
  void isBuilt() {
    assumeTrue(DubboLine.DUBBO_GO_3_3_2.isBuilt(), "dubbo-go is built where there is a Go");
  }

  @ParameterizedTest(name = "server {0}, metadata {1}")
  @CsvSource({"V2_2_4, remote", "V3_1_0, local"})
  void itsApplicationsAreFoundByInterface(NacosVersion version, String metadata, Servers servers) {
    NacosServer server = server(version, servers);
    Steps steps = new Steps(work, APPLICATION);
    try (ConsumerProcess java27 =
            consumer(DubboLine.DUBBO_2_7_NACOS_2, MigrationStep.FORCE_INTERFACE, server);
        ConsumerProcess java33 =
            consumer(DubboLine.DUBBO_3_3, MigrationStep.FORCE_INTERFACE, server);
        ConsumerProcess go =
            consumer(DubboLine.DUBBO_GO_3_3_2, MigrationStep.FORCE_INTERFACE, server);
        ProviderProcess provider =
            ProviderProcess.start(
                DubboLine.DUBBO_GO_3_3_2,
                ProviderSettings.of(server.address(), APPLICATION)
                    .withRun("only")
                    .withRegisterMode("instance")
                    .withMetadataType(metadata),
                work)) {
      List<ConsumerProcess> consumers = List.of(java27, java33, go);
      consumers.forEach(Steps::findsNoProvider);

      steps.apply(server.baseUrl());
      consumers.forEach(consumer -> Steps.isAnsweredBy(consumer, provider.identity()));
      assertThat(
              steps.landbridge(server.baseUrl(), "verify", "--application", APPLICATION).toString())
          .doesNotContain("NO_DOCUMENT");

      steps.rollback(server.baseUrl());
      consumers.forEach(Steps::findsNoProvider);
    }
  }

  @ParameterizedTest(name = "server {0}, provider {1}, consumer {2}")
  @CsvSource({
    "V2_2_4, DUBBO_2_7_NACOS_1_4, DUBBO_GO_3_3_2",
    "V3_1_0, DUBBO_GO_3_3_2, DUBBO_GO_3_3_2",
    "V2_2_4, DUBBO_GO_3_3_1, DUBBO_GO_3_1_1",
    "V3_1_0, DUBBO_GO_3_1_1, DUBBO_GO_3_3_1"
  })
  void itsConsumersOfApplicationsFindInterfaces(
      NacosVersion version, DubboLine line, DubboLine calling, Servers servers) {
    NacosServer server = server(version, servers);
    Steps steps = new Steps(work, APPLICATION);
    try (ProviderProcess provider =
        ProviderProcess.start(
            line,
            ProviderSettings.of(server.address(), APPLICATION)
                .withRun("only")
                .withRegisterMode("interface"),
            work)) {
      steps.isObserved(server);
      steps.apply(server.baseUrl());
      // Not before: of several mappings that change at once, nacos-sdk-go can take one for known
      // that it is not told of, until it compares all of them, every five minutes.
      try (ConsumerProcess consumer = consumer(calling, MigrationStep.FORCE_APPLICATION, server)) {
        Steps.isAnsweredBy(consumer, provider.identity());

        steps.rollback(server.baseUrl());
        Steps.findsNoProvider(consumer);
      }
    }
  }

  @ParameterizedTest(name = "server {0}, provider {1}")
  @CsvSource({"V2_2_4, DUBBO_GO_3_1_1", "V3_1_0, DUBBO_GO_3_3_1"})
  void aRevisionThatProvesNothingIsNamed(NacosVersion version, DubboLine line, Servers servers) {
    NacosServer server = server(version, servers);
    try (ProviderProcess provider =
        ProviderProcess.start(
            line,
            ProviderSettings.of(server.address(), APPLICATION)
                .withRegisterMode("instance")
                .withMetadataType("remote"),
            work)) {
      eventually(
          () ->
              assertThat(Steps.status(server).path("untranslatable"))
                  .as("losses of " + provider.identity())
                  .anySatisfy(loss -> assertThat(loss.toString()).contains("UNPROVEN_REVISION")));
    }
  }

  private ConsumerProcess consumer(DubboLine line, MigrationStep step, NacosServer server) {
    ConsumerSettings settings =
        ConsumerSettings.of(server.address(), "cons-" + line.folder().replace('.', '-'));
    return ConsumerProcess.start(
        line, line == DubboLine.DUBBO_2_7_NACOS_2 ? settings : settings.withMigration(step), work);
  }

  private static NacosServer server(NacosVersion version, Servers servers) {
    NacosServer server =
        servers.shared(ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar())).member(0);
    servers.discardConfigurations("public");
    return server;
  }
}
