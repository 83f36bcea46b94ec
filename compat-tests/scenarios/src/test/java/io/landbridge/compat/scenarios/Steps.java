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
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.RegistryDump;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import io.landbridge.compat.waiting.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What an operator and his programs do and see, step by step. */
record Steps(Path work, String application) {

  /** Longer than anything takes that does not wait for an expiry, on a busy machine too. */
  static final Duration SOON = Eventually.SOON;

  /** A client of the load generator, connected to one server. */
  static WireClient connect(NacosServer server, Wire wire) {
    return WireClient.connect(
            wire, ClientOptions.of(List.of(ServerEndpoint.parse(server.address()))))
        .join();
  }

  /** A provider that registers interfaces only; port 0 takes a free one. */
  ProviderProcess provider(DubboLine line, NacosServer server, String run, int port) {
    return ProviderProcess.start(line, settings(server, run, port), work);
  }

  /** The settings of such a provider. */
  ProviderSettings settings(NacosServer server, String run, int port) {
    return ProviderSettings.of(server.address(), application)
        .withRun(run)
        .withPort(port)
        .withWeight(50)
        .withCustomKey("V a");
  }

  /** A consumer that looks for applications only. */
  ConsumerProcess consumer(DubboLine line, NacosServer server) {
    return ConsumerProcess.start(
        line,
        ConsumerSettings.of(server.address(), "cons-" + line.dubbo())
            .withMigration(MigrationStep.FORCE_APPLICATION),
        work);
  }

  /** Runs the command against a server and expects it to succeed. */
  CommandLineTool.Run landbridge(String servers, String verb, String... arguments) {
    CommandLineTool.Run run =
        CommandLineTool.ofThisBuild(work)
            .run(
                Stream.concat(Stream.of(verb, "--server", servers), Arrays.stream(arguments))
                    .toArray(String[]::new));
    assertThat(run.exitCode()).as(run.toString()).isZero();
    return run;
  }

  /** Consumers of Dubbo 3 that have no rule go over at once. */
  void apply(String servers) {
    landbridge(servers, "apply", "--application", application, "--yes", "--move-consumers");
  }

  void rollback(String servers) {
    landbridge(servers, "rollback", "--application", application, "--yes");
  }

  static void findsNoProvider(ConsumerProcess consumer) {
    await()
        .alias("no method finds a provider")
        .atMost(SOON)
        .untilAsserted(
            () -> assertThat(consumer.callAll()).matches(results -> results.noneHasProvider()));
  }

  static void isAnsweredBy(ConsumerProcess consumer, Answerer provider) {
    await()
        .alias("every method is answered by " + provider)
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(consumer.callAll()).matches(results -> results.allAnsweredBy(provider)));
  }

  /** How many instances of the application any client of this server is told of. */
  int instancesShownBy(NacosServer server) {
    return server
        .api()
        .get("/v1/ns/instance/list", Map.of("serviceName", application))
        .json()
        .path("hosts")
        .size();
  }

  /** Has a member of 3.1.0 do something in one of its Raft groups, by the server's operation. */
  static void raftOperation(NacosServer member, String group, String command) {
    NacosApi.Answer answer =
        member
            .api()
            .postJson(
                "/v3/admin/core/ops/raft",
                """
                {"groupId": "%s", "command": "%s", "value": "127.0.0.1:%d"}\
                """
                    .formatted(group, command, member.raftPort()));
    assertThat(answer.ok()).as("%s", answer).isTrue();
  }

  /** What the plugin says of itself on this server. */
  static JsonNode status(NacosServer server) {
    return server.api().get("/landbridge/v1/status").json().path("data");
  }

  /**
   * The applications that offer an interface, as consumers of Dubbo 3 read them; none if unknown.
   */
  static List<String> mapping(NacosServer server, String dataId) {
    NacosApi.Answer answer =
        server.api().get("/v1/cs/configs", Map.of("dataId", dataId, "group", "mapping"));
    return answer.ok() ? List.of(answer.body().split(",")) : List.of();
  }

  /** Only an application that is known can be switched on. */
  void isObserved(NacosServer server) {
    await()
        .alias(application + " is observed on " + server)
        .atMost(SOON)
        .ignoreExceptions()
        .until(
            () ->
                server
                    .api()
                    .get("/landbridge/v1/application", Map.of("application", application))
                    .ok());
  }

  static void isActive(NacosServer server) {
    await()
        .alias("the plugin is active on " + server)
        .atMost(SOON)
        .ignoreExceptions()
        .until(() -> status(server).path("state").asText().equals("ACTIVE"));
  }

  /**
   * What a server shows once that is the same twice in a row: Dubbo goes on writing for a moment
   * after it says that it is ready, and a server counts some things only when they are first read.
   * What goes while it is read makes a read fail.
   */
  static RegistryDump settledDump(NacosApi api, RegistryDump.Probe probe) {
    return await()
        .alias("two equal dumps in a row")
        .atMost(SOON)
        .pollInterval(Duration.ofSeconds(2))
        .ignoreException(IllegalStateException.class)
        .until(() -> RegistryDump.of(api, probe), new SameTwice());
  }

  /** Accepts a dump that equals the one before it. */
  private static final class SameTwice implements Predicate<RegistryDump> {

    private RegistryDump last;

    @Override
    public boolean test(RegistryDump dump) {
      boolean same = dump.equals(last);
      last = dump;
      return same;
    }
  }
}
