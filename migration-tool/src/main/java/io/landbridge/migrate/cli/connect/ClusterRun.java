package io.landbridge.migrate.cli.connect;

import io.landbridge.migrate.lock.LockRecord;
import io.landbridge.migrate.lock.RunOrders;
import io.landbridge.registry.RegistryException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * The run that changes a cluster, from wherever it is looked at.
 *
 * @param cluster the cluster
 */
public record ClusterRun(Cluster cluster) {

  /** The run whose lock has not ended; empty when there is none, or the lock cannot be read. */
  public Optional<LockRecord> underWay() throws RegistryException {
    Optional<LockRecord> record = cluster.notes().read(LockRecord.NOTE).flatMap(LockRecord::parse);
    // Whoever gave the lock back left a 0, which is past by any clock.
    if (record.isEmpty() || record.get().until() == 0) {
      return Optional.empty();
    }
    long now = now(cluster.clockAhead());
    return record.filter(each -> each.until() > now);
  }

  /** Gives orders in the name of whoever runs this. */
  public RunOrders orders() throws RegistryException {
    long ahead = cluster.clockAhead();
    return new RunOrders(cluster.notes(), () -> now(ahead), operator());
  }

  /** Who runs this, for people. */
  public static String operator() {
    return "%s@%s".formatted(System.getProperty("user.name"), host());
  }

  /** The machine this runs on; {@code unknown} if it has no name. */
  public static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  private static long now(long ahead) {
    return System.currentTimeMillis() + ahead;
  }
}
