package io.landbridge.migrate.cli.verify;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.record.VerifyRecord;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a cluster is known by. Where only one side tells its members, what was given with {@code
 * --server} has to do; otherwise it does not count, since the same address may lead to another
 * cluster today, if it is that of a tunnel.
 *
 * @param given the servers that were given
 * @param members the members of the cluster; empty where it does not tell them
 */
public record ClusterAddresses(Set<String> given, List<String> members) {

  /** What a cluster says of itself, as far as it may be told. */
  public static ClusterAddresses of(Cluster cluster) throws RegistryException {
    Set<String> given = new TreeSet<>();
    cluster.servers().stream().map(ServerAddress::hostAndPort).forEach(given::add);
    try {
      return new ClusterAddresses(given, cluster.reading().members());
    } catch (RegistryException e) {
      if (e.kind() == RegistryException.Kind.INTERRUPTED) {
        throw e;
      }
      // Whoever is no administrator is not told.
      return new ClusterAddresses(given, List.of());
    }
  }

  /** Whether a run has read this cluster. */
  public boolean isOf(VerifyRecord record) {
    if (!members.isEmpty() && !record.members().isEmpty()) {
      return !Collections.disjoint(members, record.members());
    }
    return given.contains(record.server())
        || members.contains(record.server())
        || !Collections.disjoint(given, record.members());
  }
}
