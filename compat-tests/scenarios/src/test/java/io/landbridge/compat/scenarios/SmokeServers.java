package io.landbridge.compat.scenarios;

import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.cluster.ServerSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Servers for benchmarks whose numbers do not matter: small, compiled quickly, and those that are
 * borrowed shared by all that could do with the same. One benchmark at a time.
 */
final class SmokeServers implements ServerSource, AutoCloseable {

  private static final int HEAP = 512;
  private static final String EXPOSED = "management.endpoints.web.exposure.include";

  private final Map<ServerSpec, NacosEnsemble> shared = new HashMap<>();

  @Override
  public NacosEnsemble start(ServerSpec spec) {
    return NacosEnsemble.start(small(spec));
  }

  @Override
  public synchronized NacosEnsemble borrow(ServerSpec spec) {
    return isCommon(spec)
        ? shared.computeIfAbsent(accommodating(small(spec)), NacosEnsemble::start)
        : start(spec);
  }

  /** Whether more than one benchmark has a use for it. */
  private static boolean isCommon(ServerSpec spec) {
    return spec.version() == NacosVersion.V3_1_0
        && spec.properties().keySet().stream().allMatch(EXPOSED::equals);
  }

  private static ServerSpec small(ServerSpec spec) {
    return new ServerSpec(
        spec.version(),
        spec.members(),
        spec.plugins(),
        spec.auth(),
        spec.properties(),
        List.of(),
        HEAP,
        false);
  }

  /** What one of them needs is no harm to the others. */
  private static ServerSpec accommodating(ServerSpec spec) {
    ServerSpec exposed = spec.withProperty(EXPOSED, "prometheus");
    return spec.plugins().isEmpty()
        ? exposed
        // "raft-write" waits for what nobody claims to go.
        : exposed.withProperty("landbridge.observer.grace", "10s");
  }

  @Override
  public synchronized void end(NacosEnsemble servers) {
    if (!shared.containsValue(servers)) {
      servers.close();
    } else if (!servers.members().stream().allMatch(NacosServer::isAlive)) {
      shared.values().remove(servers);
      servers.close();
    }
  }

  @Override
  public boolean exclusive() {
    return false;
  }

  @Override
  public synchronized void close() {
    shared.values().forEach(NacosEnsemble::close);
    shared.clear();
  }
}
