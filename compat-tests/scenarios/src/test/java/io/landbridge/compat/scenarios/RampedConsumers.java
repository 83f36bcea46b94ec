package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.client.Answerer;
import io.landbridge.compat.client.CallResult;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.NacosServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Real consumers of Dubbo 3 with its own defaults, who register nothing, and the share of their
 * calls that goes to the application level while a plan is carried out.
 *
 * <p>Who answers tells the level: beside the provider of the application, which has hardly any
 * weight, the interface has another one of great weight that says no application, so that the
 * application level cannot have it.
 */
final class RampedConsumers implements AutoCloseable {

  private static final String SERVICE = "demo.PlainService";
  private static final String FIRST = "ramp-a";
  private static final String SECOND = "ramp-b";
  private static final String PLAN = "ramp.yaml";

  /** A consumer of any version, which the server cannot tell from one of that version. */
  private static final String ANY = "ramped-any";

  private static final int CALLS = 150;
  private static final double TOLERANCE = 15;

  /** The provider of the application has a little weight at interface level, too. */
  private static final double STRAY = 5;

  private static final List<Integer> PROPORTIONS = List.of(20, 60, 100);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final NacosServer server;
  private final Path work;
  private final Path pause;
  private final List<ConsumerProcess> consumers = new ArrayList<>();
  private Answerer byApplication;

  private final boolean anyVersion;

  private RampedConsumers(NacosServer server, Path work, boolean anyVersion) {
    this.server = server;
    this.anyVersion = anyVersion;
    this.work = work;
    this.pause = work.resolve("ramp.pause");
  }

  /**
   * Moves them by a plan, and back; a printed line tells each share that was seen.
   *
   * @param lines one consumer of each
   * @param anyVersion whether there is one of any version as well. It listens to configurations
   *     with a {@code *} in their names, and a server that checks names refuses all it listens to
   *     then
   */
  static void moveAsTheyAreTold(
      NacosServer server, Path work, List<DubboLine> lines, boolean anyVersion) throws Exception {
    try (RampedConsumers all = new RampedConsumers(server, work, anyVersion)) {
      all.start(lines);
      all.move(lines);
    }
  }

  private void start(List<DubboLine> lines) {
    ProviderProcess provider =
        provider(ProviderSettings.of(server.address(), FIRST).withRun(FIRST).withWeight(1));
    byApplication = provider.identity();
    ProviderProcess other =
        provider(
            ProviderSettings.of(server.address(), "ramp-other")
                .withRun("ramp-other")
                .withNamespace("elsewhere"));
    RawRegistrations fleet = new RawRegistrations(server.api(), "public");
    fleet.register(
        "providers:" + SERVICE + "::",
        "127.0.0.1",
        other.port("dubbo"),
        Map.of(
            "interface", SERVICE,
            "path", SERVICE,
            "protocol", "dubbo",
            "category", "providers",
            "side", "provider",
            "release", "2.7.23",
            "methods", "ping",
            "weight", "10000"));
    fleet.provider27(SECOND, "demo.Ramp", "10.0.8.1", 20880);
    fleet.provider27(SECOND, "demo.Ramp", "10.0.8.2", 20880);
    for (String each : List.of(FIRST, SECOND)) {
      new Steps(work, each).isObserved(server);
    }
    lines.forEach(this::consumer);
    if (anyVersion) {
      consumer(last(lines), ConsumerSettings.of(server.address(), ANY).ofAnyVersion());
    }
    isShared("before", 0);
  }

  private ProviderProcess provider(ProviderSettings settings) {
    ProviderProcess process = ProviderProcess.start(DubboLine.DUBBO_2_7_NACOS_2, settings, work);
    opened.push(process);
    return process;
  }

  private void consumer(DubboLine line) {
    consumer(line, ConsumerSettings.of(server.address(), name(line)));
  }

  private void consumer(DubboLine line, ConsumerSettings settings) {
    ConsumerProcess process = ConsumerProcess.start(line, settings, work);
    opened.push(process);
    consumers.add(process);
  }

  private static String name(DubboLine line) {
    return "ramped-" + line.dubbo();
  }

  private static DubboLine last(List<DubboLine> lines) {
    return lines.get(lines.size() - 1);
  }

  private List<String> names(List<DubboLine> lines) {
    return Stream.concat(
            lines.stream().map(RampedConsumers::name), anyVersion ? Stream.of(ANY) : Stream.of())
        .toList();
  }

  private void move(List<DubboLine> lines) throws Exception {
    CommandLineTool.Run refused = landbridge("apply", "--application", FIRST, "--yes");
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(5);
    assertThat(refused.err())
        .contains(
            "move to the application level at once, with all their calls: " + names(lines).size())
        .contains("--move-consumers")
        .contains(lines.stream().map(RampedConsumers::name).toList());

    CommandLineTool.Run planned =
        landbridge(
            "plan",
            "--application",
            FIRST + "," + SECOND,
            "--out",
            PLAN,
            "--max-percent",
            "100",
            "--threshold",
            "10",
            "--delay",
            "0",
            "--proportion",
            "20,60,100",
            "-o",
            "json");
    assertThat(planned.exitCode()).as("%s", planned).isZero();
    assertThat(planned.json().path("plan").path("waves").path(0).path("rules"))
        .as("%s", planned)
        .extracting(each -> each.path("application").asText())
        .containsExactlyInAnyOrderElementsOf(names(lines));

    CompletableFuture<CommandLineTool.Run> applied =
        CompletableFuture.supplyAsync(
            () ->
                landbridge(
                    "apply",
                    "--plan",
                    PLAN,
                    "--yes",
                    "--throttle",
                    "5",
                    "--soak",
                    "4",
                    "--pause-file",
                    pause.toString()));
    isWritten(1, "TRANSLATE", "", applied);
    Files.writeString(pause, "");
    // One that starts while the others are held.
    consumer(last(lines));
    assertThat(new Steps(work, FIRST).instancesShownBy(server)).isEqualTo(1);
    isShared("translated", 0);
    for (int proportion : PROPORTIONS) {
      Files.delete(pause);
      isWritten(names(lines).size(), "RULE", proportion + "% of calls", applied);
      Files.writeString(pause, "");
      isShared("told " + proportion, proportion);
    }
    Files.delete(pause);
    CommandLineTool.Run done = applied.get();
    assertThat(done.exitCode()).as("%s", done).isZero();

    CommandLineTool.Run back = landbridge("rollback", "--plan", PLAN, "--yes");
    assertThat(back.exitCode()).as("%s", back).isZero();
    isShared("taken back", 0);
  }

  /** Waits until the journal has as many things done. */
  private void isWritten(
      int count, String action, String detail, CompletableFuture<CommandLineTool.Run> applied) {
    Path journal = work.resolve(PLAN + ".journal");
    await()
        .alias(action + " " + detail)
        .atMost(Steps.SOON)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(
            () -> {
              assertThat(applied).as("%s", applied.isDone() ? applied.get() : "").isNotDone();
              assertThat(journal).exists();
              try (Stream<String> lines = Files.lines(journal)) {
                assertThat(
                        lines
                            .map(RampedConsumers::parsed)
                            .filter(each -> each.path("event").asText().equals("DONE"))
                            .filter(each -> each.path("action").asText().equals(action))
                            .filter(each -> each.path("detail").asText().equals(detail))
                            .count())
                    .isGreaterThanOrEqualTo(count);
              }
            });
  }

  private static JsonNode parsed(String line) {
    try {
      return new ObjectMapper().readTree(line);
    } catch (IOException e) {
      // The last line, which is being written.
      return new ObjectMapper().createObjectNode();
    }
  }

  /**
   * Every consumer sends so much to the application level, in percent, once it has read its rule.
   */
  private void isShared(String when, int percent) {
    for (ConsumerProcess each : consumers) {
      await()
          .alias("%s: %d%% of calls of %s".formatted(when, percent, each.log()))
          .atMost(Steps.SOON)
          .untilAsserted(
              () -> {
                double share = share(each);
                System.out.printf("%s: %s sends %.0f%%%n", when, each.log(), share);
                double tolerance = percent == 0 || percent == 100 ? STRAY : TOLERANCE;
                assertThat(share).isBetween(percent - tolerance, percent + tolerance);
              });
    }
  }

  private double share(ConsumerProcess consumer) {
    int byApplicationLevel = 0;
    for (int i = 0; i < CALLS; i++) {
      CallResult result = consumer.call(SERVICE, "ping");
      assertThat(result).isInstanceOf(CallResult.Answered.class);
      if (((CallResult.Answered) result).by().equals(byApplication)) {
        byApplicationLevel++;
      }
    }
    return 100.0 * byApplicationLevel / CALLS;
  }

  private CommandLineTool.Run landbridge(String verb, String... options) {
    return CommandLineTool.ofThisBuild(work)
        .run(
            Stream.concat(Stream.of(verb, "--server", server.baseUrl()), Stream.of(options))
                .toArray(String[]::new));
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }
}
