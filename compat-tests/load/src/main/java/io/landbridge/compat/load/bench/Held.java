package io.landbridge.compat.load.bench;

import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.cluster.ServerSpec;

/**
 * Servers until they are given back.
 *
 * @param from where to
 * @param servers which
 */
record Held(ServerSource from, NacosEnsemble servers) implements AutoCloseable {

  /** Servers that others may have had before, and that are left as they were. */
  static Held borrow(ServerSource from, ServerSpec spec) {
    return new Held(from, from.borrow(spec));
  }

  /** Servers of one's own. */
  static Held start(ServerSource from, ServerSpec spec) {
    return new Held(from, from.start(spec));
  }

  /** The first of them. */
  NacosServer member() {
    return servers.member(0);
  }

  @Override
  public void close() {
    from.end(servers);
  }
}
