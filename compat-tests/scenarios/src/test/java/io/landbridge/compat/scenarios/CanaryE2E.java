package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.client.Answerer;
import io.landbridge.compat.client.CallResult;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.ConsumerSettings.MigrationStep;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Derived instances are shown to a share of the consumer processes first: real Dubbo 3 consumers
 * without a rule, in their default mode, and one that looks for applications alone.
 *
 * <p>Who answers tells the level, as in {@link RampedConsumers}: beside the provider of the
 * application the interface has another one of great weight that the application level cannot have.
 */
class CanaryE2E {

  private static final String SERVICE = "demo.PlainService";
  private static final String APPLICATION = "canary-a";
  private static final int CALLS = 40;
  private static final int ADDRESSES = 200;

  @TempDir Path work;

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Map<String, ConsumerProcess> consumers = new LinkedHashMap<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void theShareOfCallsFollowsTheShareShown(NacosVersion version) {
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    NacosEnsemble ensemble = NacosEnsemble.start(spec);
    opened.push(ensemble);
    NacosServer server = ensemble.member(0);
    Steps.isActive(server);
    Answerer byApplication = providers(server);
    consumer(server, DubboLine.DUBBO_3_2, "process-first");
    consumers.get("process-first").subscribe();
    String ip = ipOfConsumers(server);
    // Where the share falls follows from the address of this machine and the names.
    List<String> names =
        Stream.of(names(ip, 0, 40, 2), names(ip, 40, 70, 2), names(ip, 70, 100, 1))
            .flatMap(List::stream)
            .toList();
    String forcedName = names.get(2);
    names.stream()
        .filter(each -> !each.equals(forcedName))
        .forEach(each -> consumer(server, DubboLine.DUBBO_3_3, each));
    ConsumerProcess forced =
        opened(
            ConsumerProcess.start(
                DubboLine.DUBBO_3_3,
                ConsumerSettings.of(server.address(), "forced")
                    .withProcess(forcedName)
                    .withMigration(MigrationStep.FORCE_APPLICATION),
                work));
    atApplicationLevel(byApplication, "before", new TreeSet<>());
    System.out.printf("%s: the consumers are at %s: %s%n", version, ip, consumers.keySet());

    landbridge(
        server,
        "apply",
        "--application",
        APPLICATION,
        "--move-consumers",
        "--show-to",
        "40%",
        "--yes");
    SortedSet<String> some = expected(ip, 40);
    assertThat(some).isNotEmpty().hasSizeLessThan(consumers.size());
    atApplicationLevel(byApplication, "shown to 40%", some);
    Steps.findsNoProvider(forced);
    asksOverHttp(server, 40);
    assertThat(landbridge(server, "status").out()).contains("TRANSLATED (40%)");
    assertThat(landbridge(server, "verify", "--application", APPLICATION).err())
        .contains("is shown to 40%");

    // A process that comes back is shown what it was shown before.
    String again = some.first();
    consumers.remove(again).close();
    consumer(server, DubboLine.DUBBO_3_3, again);
    atApplicationLevel(byApplication, "after a restart", some);

    landbridge(
        server,
        "apply",
        "--application",
        APPLICATION,
        "--move-consumers",
        "--show-to",
        "70%",
        "--yes");
    SortedSet<String> more = expected(ip, 70);
    assertThat(more).containsAll(some);
    atApplicationLevel(byApplication, "shown to 70%", more);
    asksOverHttp(server, 70);
    isAnswered(forced);

    landbridge(server, "show", "none", "--yes");
    atApplicationLevel(byApplication, "shown to nobody", new TreeSet<>());
    asksOverHttp(server, 0);
    Steps.findsNoProvider(forced);

    landbridge(server, "show", again, "--yes");
    atApplicationLevel(byApplication, "shown to one by name", new TreeSet<>(List.of(again)));

    landbridge(server, "show", "all", "--yes");
    atApplicationLevel(byApplication, "shown to all", new TreeSet<>(consumers.keySet()));
    asksOverHttp(server, 100);
    isAnswered(forced);

    landbridge(server, "apply", "--application", APPLICATION, "--move-consumers", "--yes");
    landbridge(server, "rollback", "--application", APPLICATION, "--yes");
    atApplicationLevel(byApplication, "taken back", new TreeSet<>());
    Steps.findsNoProvider(forced);
  }

  private static void isAnswered(ConsumerProcess consumer) {
    await()
        .atMost(Steps.SOON)
        .until(() -> consumer.call(SERVICE, "ping") instanceof CallResult.Answered);
  }

  /** Names of processes that are in one share and not in a smaller one. */
  private static List<String> names(String ip, int below, int share, int count) {
    return IntStream.range(0, 1_000)
        .mapToObj(i -> "process-" + i)
        .filter(each -> isInShare(ip, each, share) && !isInShare(ip, each, below))
        .limit(count)
        .toList();
  }

  private Answerer providers(NacosServer server) {
    ProviderProcess provider =
        opened(
            ProviderProcess.start(
                DubboLine.DUBBO_2_7_NACOS_2,
                ProviderSettings.of(server.address(), APPLICATION)
                    .withRun(APPLICATION)
                    .withWeight(1),
                work));
    ProviderProcess other =
        opened(
            ProviderProcess.start(
                DubboLine.DUBBO_2_7_NACOS_2,
                ProviderSettings.of(server.address(), "canary-other")
                    .withRun("canary-other")
                    .withNamespace("elsewhere"),
                work));
    new RawRegistrations(server.api(), "public")
        .register(
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
    new Steps(work, APPLICATION).isObserved(server);
    return provider.identity();
  }

  private void consumer(NacosServer server, DubboLine line, String process) {
    consumers.put(
        process,
        opened(
            ConsumerProcess.start(
                line, ConsumerSettings.of(server.address(), process).withProcess(process), work)));
  }

  private <T extends AutoCloseable> T opened(T closeable) {
    opened.push(closeable);
    return closeable;
  }

  /**
   * Every consumer sends all of its calls to one level, and those that are shown it to this one.
   */
  private void atApplicationLevel(Answerer byApplication, String when, SortedSet<String> expected) {
    await()
        .alias(when + ": " + expected + " of " + consumers.keySet())
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              SortedSet<String> found = new TreeSet<>();
              consumers.forEach(
                  (name, consumer) -> {
                    if (share(consumer, byApplication) > 0.5) {
                      found.add(name);
                    }
                  });
              System.out.printf("%s: %s at application level%n", when, found);
              assertThat(found).isEqualTo(expected);
            });
  }

  private static double share(ConsumerProcess consumer, Answerer byApplication) {
    int found = 0;
    for (int i = 0; i < CALLS; i++) {
      CallResult result = consumer.call(SERVICE, "ping");
      assertThat(result).isInstanceOf(CallResult.Answered.class);
      found += ((CallResult.Answered) result).by().equals(byApplication) ? 1 : 0;
    }
    return 1.0 * found / CALLS;
  }

  /** What each of many processes is shown over HTTP is what the hash says of it. */
  private static void asksOverHttp(NacosServer server, int percent) {
    SortedSet<String> shown = new TreeSet<>();
    SortedSet<String> expected = new TreeSet<>();
    for (int i = 0; i < ADDRESSES; i++) {
      String ip = "10.1.0." + i;
      NacosApi.Answer answer =
          server
              .api()
              .get(
                  "/v1/ns/instance/list",
                  Map.of("serviceName", APPLICATION, "clientIP", ip, "app", "unknown"));
      if (!answer.json().path("hosts").isEmpty()) {
        shown.add(ip);
      }
      if (isInShare(ip, "", percent)) {
        expected.add(ip);
      }
    }
    System.out.printf("asked over HTTP at %d%%: %d of %d%n", percent, shown.size(), ADDRESSES);
    assertThat(shown).isEqualTo(expected);
  }

  private SortedSet<String> expected(String ip, int percent) {
    SortedSet<String> expected = new TreeSet<>();
    consumers.keySet().stream().filter(each -> isInShare(ip, each, percent)).forEach(expected::add);
    return expected;
  }

  /** As the concepts page says it, so that anybody can tell beforehand. */
  private static boolean isInShare(String ip, String process, int percent) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest((APPLICATION + "\n" + ip + "\n" + process).getBytes(StandardCharsets.UTF_8));
      BigInteger number = new BigInteger(1, Arrays.copyOf(hash, 8));
      return number.mod(BigInteger.valueOf(100_000)).intValue() < percent * 1_000;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private String ipOfConsumers(NacosServer server) {
    return await()
        .atMost(Steps.SOON)
        .until(
            () -> {
              JsonNode list =
                  server
                      .api()
                      .get("/landbridge/v1/consumers", Map.of("interface", SERVICE))
                      .json()
                      .path("data");
              for (JsonNode each : list) {
                if (each.path("app").asText().startsWith("process-")) {
                  return each.path("ip").asText();
                }
              }
              return "";
            },
            ip -> !ip.isEmpty());
  }

  private CommandLineTool.Run landbridge(NacosServer server, String verb, String... options) {
    CommandLineTool.Run run =
        CommandLineTool.ofThisBuild(work)
            .run(
                Stream.concat(Stream.of(verb, "--server", server.baseUrl()), Stream.of(options))
                    .toArray(String[]::new));
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run;
  }
}
