package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.client.CallResult;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A consumer of Dubbo 3.0 whose registry has a Nacos group. It looks for applications in {@code
 * DEFAULT_GROUP}, where nobody of its provider is, and calls it at interface level as before.
 */
class RegistryGroupE2E {

  private static final String GROUP = "TESTENV";
  private static final String APPLICATION = "grouped";
  private static final String SERVICE = "demo.PlainService";

  @TempDir Path work;

  @Test
  void aConsumerThatFindsNobodyElsewhereStopsNothing() throws Exception {
    ServerSpec spec = ServerSpec.of(NacosVersion.V3_1_0).withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      try (ProviderProcess provider =
              ProviderProcess.start(
                  DubboLine.DUBBO_2_7_NACOS_2,
                  ProviderSettings.of(server.address(), APPLICATION).withGroup(GROUP),
                  work);
          ConsumerProcess consumer =
              ConsumerProcess.start(
                  DubboLine.DUBBO_3_0,
                  ConsumerSettings.of(server.address(), "caller").withGroup(GROUP),
                  work)) {
        new Steps(work, APPLICATION).isObserved(server);
        assertThat(consumer.call(SERVICE, "ping")).isInstanceOf(CallResult.Answered.class);

        succeeds(
            server,
            "plan",
            "--out",
            "plan.yaml",
            "--application",
            APPLICATION,
            "--max-percent",
            "100",
            "--delay",
            "0",
            "--proportion",
            "100");
        succeeds(server, "apply", "--plan", "plan.yaml", "--yes", "--timeout", "15");

        // Or the test shows nothing.
        JsonNode clients =
            succeeds(server, "consumers", "--application", APPLICATION, "-o", "json").json();
        assertThat(clients.path("consumers"))
            .as("%s", clients)
            .anySatisfy(
                each -> {
                  assertThat(each.path("service").asText()).isEqualTo(APPLICATION);
                  assertThat(each.path("group").asText()).isEqualTo("DEFAULT_GROUP");
                });
        assertThat(consumer.call(SERVICE, "ping"))
            .isInstanceOfSatisfying(
                CallResult.Answered.class,
                answered -> assertThat(answered.by()).isEqualTo(provider.identity()));
        CommandLineTool.Run completed = run(server, "complete", "--plan", "plan.yaml");
        assertThat(completed.exitCode()).as("%s", completed).isEqualTo(5);
        assertThat(completed.err()).contains("1 client still uses interface-level discovery");
      }
    }
  }

  private CommandLineTool.Run succeeds(NacosServer server, String verb, String... options) {
    CommandLineTool.Run run = run(server, verb, options);
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run;
  }

  private CommandLineTool.Run run(NacosServer server, String verb, String... options) {
    return CommandLineTool.ofThisBuild(work)
        .run(
            Stream.concat(Stream.of(verb, "--server", server.baseUrl()), Stream.of(options))
                .toArray(String[]::new));
  }
}
