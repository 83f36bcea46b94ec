package io.landbridge.compat.cluster;

import io.landbridge.compat.waiting.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Standalone servers that the tests of one JVM share, one test at a time. A server is kept for the
 * next test that wants one of the same specification, if it was left as it was found.
 *
 * <p>Nobody stops, kills or pauses a shared server; who has to, starts one of its own.
 *
 * <p>Safe for several threads. Closing ends all servers.
 */
public final class ServerPool implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(200);

  /** More would take memory from the servers in use. */
  private static final int KEPT = 4;

  /** Servers nobody uses; the one that was used last comes last. */
  private final List<Shared> idle = new ArrayList<>();

  private final Duration patience;
  private boolean closed;

  /**
   * An empty pool.
   *
   * @param patience how long what a test had may take to be gone after it; clients that leave are
   *     gone a moment later, on a busy machine
   */
  public ServerPool(Duration patience) {
    this.patience = patience;
  }

  /** A running server with what it showed when it was new. */
  private record Shared(ServerSpec spec, NacosEnsemble ensemble, Leftovers fresh) {}

  /**
   * A server for one test.
   *
   * @throws IllegalArgumentException if it has more than one member, or is started as installed
   * @throws ServerStartException if it has to be started and does not become ready in time
   */
  public Lease lease(ServerSpec spec) {
    if (spec.members() != 1 || spec.installed()) {
      throw new IllegalArgumentException("Only quickly started standalone servers are shared.");
    }
    return new Lease(take(spec));
  }

  private Shared take(ServerSpec spec) {
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("The pool is closed.");
      }
      for (Iterator<Shared> each = idle.iterator(); each.hasNext(); ) {
        Shared shared = each.next();
        if (shared.spec().equals(spec)) {
          each.remove();
          if (shared.ensemble().member(0).isReady()) {
            return shared;
          }
          end(shared);
        }
      }
    }
    NacosEnsemble ensemble = NacosEnsemble.start(spec);
    ensemble.share(true);
    return new Shared(spec, ensemble, Leftovers.on(ensemble, Set.of()));
  }

  private void giveBack(Shared shared) {
    List<Shared> surplus = new ArrayList<>();
    synchronized (this) {
      idle.add(shared);
      while (idle.size() > (closed ? 0 : KEPT)) {
        surplus.add(idle.remove(0));
      }
    }
    surplus.forEach(ServerPool::end);
  }

  private static void end(Shared shared) {
    shared.ensemble().share(false);
    shared.ensemble().close();
  }

  @Override
  public void close() {
    List<Shared> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(idle);
      idle.clear();
    }
    all.forEach(ServerPool::end);
  }

  /** A server while one test has it. Must be given back or thrown away. */
  public final class Lease {

    private final Shared shared;

    private Lease(Shared shared) {
      this.shared = shared;
    }

    /** The server. */
    public NacosEnsemble ensemble() {
      return shared.ensemble();
    }

    /**
     * Gives it back once nothing is left of the test: instances, configurations, applications that
     * are switched on, a bridge, a suspension.
     *
     * @param namespaces that the test may have used and the server does not list
     * @return what is still left after a while, one line each; then the server is ended
     */
    public List<String> giveBack(Set<String> namespaces) {
      List<String> left = new ArrayList<>();
      boolean clean =
          holds(
              () -> {
                left.clear();
                try {
                  left.addAll(Leftovers.on(shared.ensemble(), namespaces).beyond(shared.fresh()));
                } catch (IllegalStateException goesWhileItIsRead) {
                  left.add(goesWhileItIsRead.toString());
                }
                return left.isEmpty();
              });
      if (clean) {
        ServerPool.this.giveBack(shared);
        return List.of();
      }
      throwAway();
      return List.copyOf(left);
    }

    /** Ends it: nobody knows what a test that failed has left. */
    public void throwAway() {
      end(shared);
    }
  }

  private boolean holds(BooleanSupplier condition) {
    return Eventually.holds(patience, POLL, condition);
  }
}
