package io.landbridge.compat.load.bench;

import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.cluster.ServerSpec;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * The servers of one run of a benchmark. Knows which of them ended by themselves: whatever else
 * fails then, fails because of that.
 */
final class WatchedServers implements ServerSource {

  private final ServerSource from;
  private final List<NacosEnsemble> inUse = new CopyOnWriteArrayList<>();
  private final List<NacosServer> gone = new CopyOnWriteArrayList<>();

  WatchedServers(ServerSource from) {
    this.from = from;
  }

  @Override
  public NacosEnsemble start(ServerSpec spec) {
    return watched(from.start(spec));
  }

  @Override
  public NacosEnsemble borrow(ServerSpec spec) {
    return watched(from.borrow(spec));
  }

  private NacosEnsemble watched(NacosEnsemble servers) {
    inUse.add(servers);
    return servers;
  }

  @Override
  public void end(NacosEnsemble servers) {
    notRunning(servers).forEach(gone::add);
    inUse.remove(servers);
    from.end(servers);
  }

  @Override
  public boolean exclusive() {
    return from.exclusive();
  }

  /**
   * What to tell of a failure: that servers are gone, if some are, and otherwise the failure as it
   * is.
   */
  RuntimeException explained(RuntimeException failure) {
    List<NacosServer> all =
        Stream.concat(gone.stream(), inUse.stream().flatMap(WatchedServers::notRunning)).toList();
    if (all.isEmpty()) {
      return failure;
    }
    StringBuilder text = new StringBuilder();
    for (NacosServer each : all) {
      text.append(
          "a server ended while the benchmark ran: %s: see its logs in %s%n"
              .formatted(each, each.logs()));
      each.logTail().lines().forEach(line -> text.append("  | %s%n".formatted(line)));
    }
    return new BenchException(text + "the benchmark then failed: " + failure.getMessage(), failure);
  }

  private static Stream<NacosServer> notRunning(NacosEnsemble servers) {
    return servers.members().stream().filter(each -> !each.isAlive());
  }
}
