package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.client.CallResult;
import io.landbridge.compat.client.CallResults;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.ConsumerSettings.MigrationStep;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.waiting.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Proves the programs themselves, on a server without the plugin: what another test sees through
 * them is what Dubbo does, and an answer really comes from the process it names.
 */
class ProgramsE2E {

  private static final Path WORK = Path.of("target", "programs-e2e");

  private static final List<DubboLine> DUBBO_3 = List.of(DubboLine.DUBBO_3_3, DubboLine.DUBBO_3_2);

  private static NacosEnsemble server;
  private static String registry;

  @BeforeAll
  static void startServer() {
    server = NacosEnsemble.start(ServerSpec.of(NacosVersion.V2_2_4));
    registry = server.member(0).address();
  }

  @AfterAll
  static void endServer() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"DUBBO_2_7_NACOS_1_4", "DUBBO_2_7_NACOS_2"})
  void anInterfaceLevelProviderAnswersOnlyConsumersThatLookThere(DubboLine line) throws Exception {
    ProviderSettings settings =
        provider("legacy-" + line.ordinal()).withRun("only-" + line.ordinal());
    try (ProviderProcess provider = ProviderProcess.start(line, settings, WORK)) {
      assertThat(provider.identity().dubbo()).isEqualTo(line.dubbo());
      assertThat(provider.identity().run()).isEqualTo("only-" + line.ordinal());
      for (DubboLine consumerLine : DUBBO_3) {
        try (ConsumerProcess consumer = consumer(consumerLine, MigrationStep.FORCE_INTERFACE)) {
          Processes.usesArchive(consumer.pid(), "programs/" + consumerLine.folder());
          untilCalls(consumer, results -> answeredBy(results, provider));
        }
        try (ConsumerProcess consumer = consumer(consumerLine, MigrationStep.FORCE_APPLICATION)) {
          assertThat(consumer.callAll().results())
              .hasSize(CallResults.ALL_METHODS)
              .allSatisfy(result -> assertThat(result).isInstanceOf(CallResult.NoProvider.class));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"DUBBO_3_2", "DUBBO_3_3"})
  void anApplicationLevelProviderAnswersOnlyConsumersThatLookThere(DubboLine line) {
    ProviderSettings settings =
        provider("modern-" + line.ordinal())
            .withRegisterMode("instance")
            .withMetadataType("remote");
    try (ProviderProcess provider = ProviderProcess.start(line, settings, WORK);
        ConsumerProcess there = consumer(line, MigrationStep.FORCE_APPLICATION);
        ConsumerProcess elsewhere = consumer(line, MigrationStep.FORCE_INTERFACE)) {
      untilCalls(there, results -> answeredBy(results, provider));
      assertThat(elsewhere.callAll().noneHasProvider()).isTrue();
    }
  }

  /** One consumer lives through everything that becomes of its providers. */
  @Test
  void aConsumerOutlivesItsProviders() {
    try (ConsumerProcess consumer = consumer(DubboLine.DUBBO_3_3, MigrationStep.FORCE_INTERFACE)) {
      assertThat(consumer.callAll().noneHasProvider()).isTrue();

      ProviderProcess killed =
          ProviderProcess.start(
              DubboLine.DUBBO_2_7_NACOS_1_4,
              provider("legacy").withRun("first").deletedAsSoonAsUnhealthy(),
              WORK);
      untilCalls(consumer, results -> answeredBy(results, killed));
      killed.kill9();
      assertThat(killed.isAlive()).isFalse();
      // Until the server gives it up, the dead one is listed: not the same as no provider.
      untilCalls(
          consumer,
          results ->
              assertThat(results.results()).hasOnlyElementsOfType(CallResult.Unreachable.class));
      untilCalls(consumer, results -> assertThat(results.noneHasProvider()).isTrue());

      ProviderProcess stopped = startProvider("second");
      untilCalls(consumer, results -> answeredBy(results, stopped));
      stopped.stop();
      assertThat(stopped.isAlive()).isFalse();
      untilCalls(consumer, results -> assertThat(results.noneHasProvider()).isTrue());
    }
  }

  /** Two providers of one application: the identity tells them apart. */
  @Test
  void anAnswerNamesTheProcessThatGaveIt() {
    try (ProviderProcess one = startProvider("one");
        ProviderProcess other = startProvider("other");
        ConsumerProcess consumer = consumer(DubboLine.DUBBO_3_3, MigrationStep.FORCE_INTERFACE)) {
      List<String> runs = new ArrayList<>();
      eventually(
          () -> {
            CallResult result = consumer.call("demo.PlainService", "ping");
            assertThat(result).isInstanceOf(CallResult.Answered.class);
            CallResult.Answered answered = (CallResult.Answered) result;
            assertThat(answered.answer()).isEqualTo("ping from run " + answered.by().run());
            assertThat(answered.by()).isIn(one.identity(), other.identity());
            runs.add(answered.by().run());
            assertThat(runs).contains("one", "other");
          });
    }
  }

  /** A program that deserialises whatever it is sent has to stay off the network. */
  @Test
  void aProviderListensOnLoopbackOnly() throws IOException {
    try (ProviderProcess provider = startProvider("local")) {
      int port = provider.port("dubbo");
      assertThat(connects(InetAddress.getByName("127.0.0.1"), port)).isTrue();
      for (NetworkInterface outside : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        for (InetAddress address : Collections.list(outside.getInetAddresses())) {
          if (!address.isLoopbackAddress()) {
            assertThat(connects(address, port)).as("listens on %s", address).isFalse();
          }
        }
      }
    }
  }

  private static boolean connects(InetAddress address, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), 1_000);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static void answeredBy(CallResults results, ProviderProcess provider) {
    assertThat(results.results())
        .hasSize(CallResults.ALL_METHODS)
        .allSatisfy(
            result ->
                assertThat(result)
                    .isInstanceOfSatisfying(
                        CallResult.Answered.class,
                        answered -> assertThat(answered.by()).isEqualTo(provider.identity())));
  }

  /** Within the 30 s after which a server drops an instance without heartbeats, and some more. */
  private static void untilCalls(ConsumerProcess consumer, Consumer<CallResults> assertion) {
    Eventually.within(Steps.SOON)
        .every(Duration.ofMillis(300))
        .asserts("what " + consumer + " is answered", () -> assertion.accept(consumer.callAll()));
  }

  private static ProviderProcess startProvider(String run) {
    return ProviderProcess.start(
        DubboLine.DUBBO_2_7_NACOS_1_4, provider("legacy").withRun(run), WORK);
  }

  private static ProviderSettings provider(String application) {
    return ProviderSettings.of(registry, application);
  }

  private static ConsumerProcess consumer(DubboLine line, MigrationStep step) {
    return ConsumerProcess.start(
        line, ConsumerSettings.of(registry, "consumer").withMigration(step), WORK);
  }
}
