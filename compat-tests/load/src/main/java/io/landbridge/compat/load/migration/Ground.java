package io.landbridge.compat.load.migration;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.client.Calls;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.RegistryDump;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.waiting.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A cluster with the plugin, a generated fleet that is registered there, and a few real Dubbo
 * programs: two applications that offer the same interfaces, and consumers of either line.
 */
final class Ground implements AutoCloseable {

  /** An application with real providers. */
  static final String REAL = "real-desk";

  private static final String OTHER = "real-shop";

  /** Can be told to move, and announces itself, so that a plan knows that. */
  private static final String MOVABLE = "real-till";

  private static final String OLD = "real-kiosk";
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration POLL = Duration.ofMillis(250);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final NacosEnsemble servers;
  private final SortedMap<String, ProviderProcess> providers = new TreeMap<>();
  private final List<ConsumerProcess> consumers = new ArrayList<>();

  private Ground(ServerSource from, NacosEnsemble servers) {
    this.servers = servers;
    opened.push(() -> from.end(servers));
  }

  /**
   * Starts all of it, and waits until every member knows everybody and every call is answered.
   *
   * @param from where the servers come from
   * @param work for the logs of the programs
   */
  static Ground start(
      ServerSource from, GeneratedFleet fleet, int members, Path work, Consumer<String> progress) {
    Ground ground =
        new Ground(
            from,
            from.start(
                ServerSpec.of(NacosVersion.V3_1_0)
                    .withMembers(members)
                    .withHeap(1024)
                    .withPlugin(Artifacts.locate().pluginJar())));
    try {
      ground.fill(fleet, work, progress);
      return ground;
    } catch (RuntimeException e) {
      ground.close();
      throw e;
    }
  }

  private void fill(GeneratedFleet fleet, Path work, Consumer<String> progress) {
    until(
        "the plugin is active on every member",
        () ->
            servers.members().stream()
                .allMatch(each -> status(each).path("state").asText().equals("ACTIVE")));
    progress.accept("registers " + fleet);
    Registrations registrations =
        Registrations.of(fleet, servers.members().stream().map(NacosServer::address).toList());
    opened.push(registrations);
    progress.accept("starts Dubbo programs");
    together(
        () -> provider(DubboLine.DUBBO_2_7_NACOS_2, REAL, work),
        () -> provider(DubboLine.DUBBO_3_3, OTHER, work),
        () -> consumer(DubboLine.DUBBO_3_3, MOVABLE, work),
        () -> consumer(DubboLine.DUBBO_2_7_NACOS_2, OLD, work));
    int processes = fleet.processes() + providers.size();
    until(
        "every member has %d instances in its catalog".formatted(processes),
        () ->
            registrations.isSettled()
                && servers.members().stream()
                    .allMatch(
                        each ->
                            status(each).path("catalog").path("instances").asInt() == processes));
    until(
        "every call is answered",
        () -> consumers.stream().allMatch(each -> each.callAll().allAnswered()));
  }

  private void provider(DubboLine line, String application, Path work) {
    ProviderSettings settings =
        ProviderSettings.of(registry(), application)
            .withRun(application)
            .withPlainParameter("x", "y");
    ProviderProcess process =
        ProviderProcess.start(
            line,
            line == DubboLine.DUBBO_3_3 ? settings.withRegisterMode("interface") : settings,
            work);
    synchronized (this) {
      opened.push(process);
      providers.put(application, process);
    }
  }

  /** Programs mostly wait while they start. */
  private static void together(Runnable... tasks) {
    List<CompletableFuture<Void>> all =
        Arrays.stream(tasks).map(each -> CompletableFuture.runAsync(each, Ground::thread)).toList();
    try {
      CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      throw new MigrationException("A program did not start: " + e.getCause());
    }
  }

  private static void thread(Runnable task) {
    Thread thread = new Thread(task, "start");
    thread.setDaemon(true);
    thread.start();
  }

  private void consumer(DubboLine line, String application, Path work) {
    String registry =
        line == DubboLine.DUBBO_3_3
            ? registry() + (registry().contains("?") ? "&" : "?") + "register-consumer-url=true"
            : registry();
    ConsumerProcess process =
        ConsumerProcess.start(
            line, ConsumerSettings.of(registry, application).subscribingAtStart(), work);
    synchronized (this) {
      opened.push(process);
      consumers.add(process);
    }
  }

  /** Every member, as Dubbo takes it. */
  private String registry() {
    List<String> all = servers.members().stream().map(NacosServer::address).toList();
    return all.size() == 1
        ? all.get(0)
        : all.get(0) + "?backup=" + String.join(",", all.subList(1, all.size()));
  }

  /** From now on every consumer calls, again and again. */
  List<Calls> calls() {
    List<Calls> calls = consumers.stream().map(Calls::of).toList();
    calls.forEach(opened::push);
    return calls;
  }

  NacosEnsemble servers() {
    return servers;
  }

  List<ConsumerProcess> consumers() {
    return consumers;
  }

  /** The real providers by the names of their applications. */
  SortedMap<String, ProviderProcess> providers() {
    return providers;
  }

  /** What the plugin says of itself; empty while the server does not answer. */
  static JsonNode status(NacosServer server) {
    return server.api().get("/landbridge/v1/status").json().path("data");
  }

  /** Waits until every member has applied the same, and holds the same. */
  void settle() {
    until(
        "all members hold the same",
        () ->
            servers.members().stream()
                    .map(each -> status(each).path("catalog"))
                    .map(each -> each.path("applied").asLong() + " " + each.path("digest").asText())
                    .distinct()
                    .count()
                == 1);
  }

  /**
   * Waits until the consumer that can move has moved: Dubbo lets go of the interfaces some time
   * after it is told to, and its own registrations as a consumer go with them.
   */
  void untilMoved() {
    until(
        MOVABLE + " has let go of the interfaces",
        () ->
            RegistryDump.of(servers.member(0).api()).entries().entrySet().stream()
                .filter(each -> each.getKey().contains("@@consumers:"))
                .noneMatch(
                    each -> each.getValue().contains("\"application\":\"" + MOVABLE + "\"")));
  }

  static void until(String what, BooleanSupplier condition) {
    if (!Eventually.holds(LONG, POLL, condition)) {
      throw new MigrationException("Not in " + LONG + ": " + what);
    }
  }

  /** Closes everything, the last first; one that fails keeps no other open. */
  static void closeAll(Deque<AutoCloseable> opened) {
    opened.forEach(
        each -> {
          try {
            each.close();
          } catch (Exception e) {
            System.err.println(each + " could not be closed: " + e);
          }
        });
    opened.clear();
  }

  @Override
  public void close() {
    closeAll(opened);
  }
}
