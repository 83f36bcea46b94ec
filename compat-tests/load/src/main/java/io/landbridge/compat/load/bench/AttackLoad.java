package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.wire.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * All attacks at once on a cluster with a bridge to a 1.4.1, and what honest clients notice: how
 * soon they are told and answered compared with a time without, who is missing in the end, and
 * whether every server is still the same process with the same heap.
 */
final class AttackLoad {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int HEAP = 512;
  private static final double START_SECONDS = 90;
  private static final double MEGABYTE = 1024.0 * 1024.0;

  private final Settings settings;
  private final ServerSource servers;
  private final Progress progress;

  /**
   * How it is run.
   *
   * @param members of the cluster that is attacked
   * @param seconds with the attacks, and before them without
   * @param perSecond how often each attack is made
   * @param providers that are there all the time
   */
  record Settings(int members, int seconds, int perSecond, int providers) {}

  AttackLoad(Settings settings, ServerSource servers, Progress progress) {
    this.settings = settings;
    this.servers = servers;
    this.progress = progress;
  }

  static double plannedSeconds(Settings settings) {
    return START_SECONDS + 2.0 * settings.seconds() + 20;
  }

  ObjectNode run() {
    progress.part("starting the cluster and a 1.4.1", START_SECONDS);
    ServerSpec spec =
        Ensemble.spec(settings.members(), true, HEAP)
            .withProperty("nacos.core.api.compatibility.client.enabled", "false")
            .withProperty("landbridge.v1-front.enabled", "true")
            .withProperty("landbridge.metadata.ask.allow", "127.0.0.0/8");
    try (Held legacy = Held.start(servers, ServerSpec.of(NacosVersion.V1_4_1));
        Wire wire = Wire.open(1);
        Ensemble cluster = Ensemble.start(servers, spec, wire)) {
      SideBySide.begin(cluster.members().get(0).server().api(), legacy.member().address());
      List<Long> processes = processes(cluster, legacy);
      HonestClients honest = HonestClients.register(cluster, settings.providers());
      honest.awaitAll(legacy.member());
      double before = heap(cluster);
      progress.part("honest clients alone", settings.seconds());
      HonestClients.Noticed quiet = honest.work(Duration.ofSeconds(settings.seconds()));
      progress.part("with all attacks", settings.seconds());
      HonestClients.Noticed attacked;
      SortedMap<String, Attacks.Count> counts;
      int asked;
      try (Attacks attacks =
          Attacks.begin(cluster.servers().members(), legacy.member(), settings.perSecond())) {
        attacked = honest.work(Duration.ofSeconds(settings.seconds()));
        counts = attacks.end();
        asked = attacks.asked();
      }
      progress.part("looking who is missing", 20);
      Set<String> lost = honest.lost(legacy.member());
      ObjectNode result = JSON.createObjectNode();
      result.put("benchmark", "attack");
      result.put("members", settings.members());
      result.put("seconds", settings.seconds());
      result.put("providers", settings.providers());
      result.put("processors", Runtime.getRuntime().availableProcessors());
      add(result, quiet, attacked);
      result.put("lost", lost.size());
      List<Long> now = processes(cluster, legacy);
      result.put("restarted", processes.stream().filter(each -> !now.contains(each)).count());
      result.put("heap_before_mb", Percentiles.round(before));
      result.put("heap_after_mb", Percentiles.round(heap(cluster)));
      result.put("asked", asked);
      ObjectNode attacks = result.putObject("attacks");
      counts.forEach((name, count) -> count.addTo(attacks.putObject(name)));
      honest.close();
      return result;
    }
  }

  private static void add(
      ObjectNode result, HonestClients.Noticed quiet, HonestClients.Noticed attacked) {
    quiet
        .kinds()
        .forEach(
            (kind, alone) -> {
              Percentiles with = attacked.of(kind);
              ObjectNode each = result.putObject(kind);
              alone.addTo(each.putObject("alone"));
              with.addTo(each.putObject("attacked"));
              result.put(
                  "ratio_" + kind + "_p99",
                  Percentiles.round(with.millis(0.99) / Math.max(0.001, alone.millis(0.99))));
            });
  }

  private static List<Long> processes(Ensemble cluster, Held legacy) {
    return Stream.concat(cluster.servers().members().stream(), legacy.servers().members().stream())
        .filter(NacosServer::isAlive)
        .map(NacosServer::pid)
        .toList();
  }

  /** Megabytes that are alive in the server that has most. */
  private static double heap(Ensemble cluster) {
    return cluster.servers().members().stream()
            .mapToLong(each -> new ServerHeap(each.pid()).live())
            .max()
            .orElseThrow()
        / MEGABYTE;
  }
}
