package io.landbridge.compat.upgrade;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.client.Calls;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.NamingLine;
import io.landbridge.compat.client.NamingProcess;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.Machines;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.waiting.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One upgrade in place of three real servers, by the commands of the documentation, with real
 * clients of 1.x whose server list stays as it is, and one of 3.x that joins once there is a new
 * server.
 */
public final class Upgrade {

  /** With the last server the bridge ends, and with that the way back. */
  public static final int MOST_BACK = Machines.COUNT - 1;

  private static final String DOCUMENT = "docs/in-place-upgrade.md";
  private static final String PLAIN = "shop.plain";
  private static final String JOINED = "10.1.0.3:9003";

  /** No server of 1.x has such a service. */
  private static final String NEW_ALONE = "consumers:demo.GreetService:*:";

  private static final Duration SOON = Duration.ofSeconds(180);
  private static final Duration POLL = Duration.ofMillis(500);

  /** What nobody beats for is not well after 15 s and gone after 30, and looked at every 5 s. */
  private static final Duration EXPIRY = Duration.ofSeconds(40);

  private final NacosVersion version;
  private final int backAfter;
  private final Path work;
  private final Consumer<String> progress;

  /**
   * An upgrade; nothing is started yet.
   *
   * @param version of the new servers
   * @param backAfter how many servers to move before going all the way back and beginning anew, 0
   *     to {@link #MOST_BACK}; 0 not to go back
   * @param work for the logs of the programs and of the steps
   * @param progress gets a line of text per step
   */
  public Upgrade(NacosVersion version, int backAfter, Path work, Consumer<String> progress) {
    if (backAfter < 0 || backAfter > MOST_BACK) {
      throw new IllegalArgumentException("There is a way back from 0 to " + MOST_BACK + " servers");
    }
    this.version = version;
    this.backAfter = backAfter;
    this.work = work;
    this.progress = progress;
  }

  /** Why this cannot be done on this machine; empty if it can. */
  public static Optional<String> whyNotHere(NacosVersion version) {
    return ServerSpec.of(version).withMembers(Machines.COUNT).whyNotHere();
  }

  /**
   * Does it.
   *
   * @throws UpgradeException if a step fails; shows what it said
   */
  public UpgradeReport run() {
    Runbook book = Runbook.read(Artifacts.locate().root().resolve(DOCUMENT));
    Instant start = Instant.now();
    Deque<AutoCloseable> opened = new ArrayDeque<>();
    try {
      Files.createDirectories(work);
      progress.accept("three servers of 1.4.1 start");
      Machines machines = opened(opened, Machines.start(version));
      Auditor auditor = auditor(opened, machines);
      Calls calls = calls(opened, machines, auditor);
      try {
        passes(opened, book, machines, auditor);
      } catch (UpgradeException e) {
        throw new UpgradeException(
            e.getMessage() + "\n" + report(start, calls, auditor, List.of()));
      }
      progress.accept("what would expire now has " + EXPIRY.toSeconds() + " s to do so");
      Thread.sleep(EXPIRY.toMillis());
      auditor.close();
      return report(start, calls, auditor, leftOver(machines));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UpgradeException("Interrupted");
    } finally {
      opened.forEach(Upgrade::close);
    }
  }

  private void passes(
      Deque<AutoCloseable> opened, Runbook book, Machines machines, Auditor auditor) {
    Operator operator = new Operator(machines, book, work.resolve("steps.log"));
    for (Runbook.Pass pass : book.passes().subList(0, backAfter)) {
      pass(operator, book, pass);
    }
    for (int at = backAfter - 1; at >= 0; at--) {
      Runbook.Pass pass = book.passes().get(at);
      progress.accept(pass.variables() + " back");
      operator.run(pass, "the way back with " + pass.variables(), book.back());
    }
    for (Runbook.Pass pass : book.passes()) {
      pass(operator, book, pass);
      if (pass.equals(book.passes().get(0))) {
        joins(opened, machines, auditor);
      }
    }
  }

  private static UpgradeReport report(
      Instant start, Calls calls, Auditor auditor, List<String> left) {
    return new UpgradeReport(
        calls.made(),
        calls.failures(),
        calls.failed(),
        auditor.samples(),
        auditor.findings(),
        Stream.concat(calls.deviations().stream(), auditor.deviations().stream()).toList(),
        auditor.ranges(),
        left,
        Duration.between(start, Instant.now()));
  }

  private void pass(Operator operator, Runbook book, Runbook.Pass pass) {
    for (int number : pass.steps()) {
      Runbook.Step step = book.step(number);
      progress.accept(pass.variables() + " step " + number + ": " + step.title());
      operator.run(pass, "step " + number + " with " + pass.variables(), step.script());
    }
  }

  private Auditor auditor(Deque<AutoCloseable> opened, Machines machines) {
    List<String> servers = machines.addresses();
    String all = String.join(",", servers);
    for (int i = 1; i <= 2; i++) {
      NamingProcess plain = opened(opened, NamingProcess.start(NamingLine.NACOS_1_4, all, work));
      plain.ask("register %s 10.1.0.%d 900%d DEFAULT of=%d".formatted(PLAIN, i, i, i));
    }
    for (String run : List.of("one", "two")) {
      opened(
          opened,
          ProviderProcess.start(
              DubboLine.DUBBO_2_7_NACOS_1_4,
              ProviderSettings.of(registry(servers), "shop").withRun(run),
              work));
    }
    return opened(opened, Auditor.of(machines));
  }

  /** Begins once every old server lists everything, which is what is expected from then on. */
  private Calls calls(Deque<AutoCloseable> opened, Machines machines, Auditor auditor) {
    List<String> servers = machines.addresses();
    ConsumerProcess consumer =
        ConsumerProcess.start(
            DubboLine.DUBBO_2_7_NACOS_1_4,
            ConsumerSettings.of(registry(servers), "till").subscribingAtStart(),
            work);
    opened(opened, consumer);
    // Three interfaces of two providers and a consumer, and the plain service.
    until(
        "every old server lists the same",
        () -> {
          List<SortedMap<String, SortedSet<String>>> listed =
              servers.stream()
                  .map(each -> Auditor.listed(machines.running(each).orElseThrow().api()))
                  .toList();
          return listed.stream().distinct().count() == 1
              && listed.get(0).getOrDefault(PLAIN, new TreeSet<>()).size() == 2
              && listed.get(0).entrySet().stream()
                      .filter(each -> each.getKey().startsWith("providers:"))
                      .filter(each -> each.getValue().size() == 2)
                      .count()
                  == 3;
        });
    Auditor.listed(machines.running(servers.get(0)).orElseThrow().api())
        .forEach((service, addresses) -> addresses.forEach(each -> auditor.expect(service, each)));
    until("every call is answered", () -> consumer.callAll().allAnswered());
    return opened(opened, Calls.of(consumer));
  }

  /** Programs of 3.x are given new servers. */
  private void joins(Deque<AutoCloseable> opened, Machines machines, Auditor auditor) {
    progress.accept("a client of 3.x joins");
    NamingProcess joining =
        opened(
            opened, NamingProcess.start(NamingLine.NACOS_3_1, machines.addresses().get(0), work));
    joining.ask("register " + PLAIN + " " + JOINED.replace(':', ' ') + " DEFAULT of=3");
    // From here on both clusters differ for good, which keeps no step from ending well.
    joining.ask("register " + NEW_ALONE + " 10.1.0.3 0 DEFAULT of=3");
    until(
        "both clusters list it, and it finds everybody",
        () ->
            joining.list(PLAIN).size() == 3
                && machines.addresses().stream()
                    .allMatch(
                        each ->
                            Auditor.listed(machines.running(each).orElseThrow().api())
                                .getOrDefault(PLAIN, new TreeSet<>())
                                .contains(JOINED)));
    auditor.expect(PLAIN, JOINED);
    NacosServer first = machines.running(machines.addresses().get(0)).orElseThrow();
    until(
        "what stays different is known: " + NEW_ALONE,
        () ->
            first.api().get("/landbridge/v1/bridge").json().path("data").path("lasting").asInt()
                == 1);
  }

  /** What of the bridge is still to be seen, for people. */
  private static List<String> leftOver(Machines machines) {
    List<String> left = new ArrayList<>();
    for (String address : machines.addresses()) {
      NacosServer server = machines.running(address).orElseThrow();
      JsonNode bridge = server.api().get("/landbridge/v1/bridge").json().path("data");
      if (!bridge.path("phase").asText().equals("DONE")
          || bridge.path("imported").path("instances").asInt() != 0
          || !bridge.path("problems").isEmpty()) {
        left.add(server + ": " + bridge);
      }
      for (String service : Auditor.listed(server.api()).keySet()) {
        String hosts =
            server.api().get("/v1/ns/instance/list", Map.of("serviceName", service)).body();
        if (hosts.contains("landbridge.bridge.origin")) {
          left.add(server + " shows a mark in " + hosts);
        }
      }
      JsonNode group = server.api().get("/landbridge/v1/group").json().path("data");
      if (group.path("peers").size() != Machines.COUNT) {
        left.add(server + ": " + group.path("peers"));
      }
    }
    return left;
  }

  private static String registry(List<String> servers) {
    return servers.get(0) + "?backup=" + String.join(",", servers.subList(1, servers.size()));
  }

  private static void until(String what, BooleanSupplier condition) {
    if (!Eventually.holds(SOON, POLL, condition)) {
      throw new UpgradeException("Not in " + SOON + ": " + what);
    }
  }

  private static <T extends AutoCloseable> T opened(Deque<AutoCloseable> all, T one) {
    all.push(one);
    return one;
  }

  private static void close(AutoCloseable each) {
    try {
      each.close();
    } catch (Exception e) {
      System.err.println(each + " could not be closed: " + e);
    }
  }
}
