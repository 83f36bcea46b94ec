package io.landbridge.model;

import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;

/**
 * An instance that is registered in the legacy cluster, as that cluster tells of it.
 *
 * @param key what it is found by
 * @param weight its share of the calls, as the legacy cluster has it
 * @param enabled whether consumers may use it
 * @param healthy whether the legacy cluster hears of it
 * @param ephemeral whether it goes when its client does
 * @param metadata what its consumers read, sorted
 */
public record ImportedInstance(
    Key key,
    double weight,
    boolean enabled,
    boolean healthy,
    boolean ephemeral,
    SortedMap<String, String> metadata) {

  /** Checks that no part is missing and copies the metadata. */
  public ImportedInstance {
    Objects.requireNonNull(key, "key");
    metadata = MetadataMap.copyOf(metadata);
  }

  /** The same with another key. */
  public ImportedInstance with(Key other) {
    return new ImportedInstance(other, weight, enabled, healthy, ephemeral, metadata);
  }

  /** The same with other metadata. */
  public ImportedInstance with(Map<String, String> other) {
    return new ImportedInstance(
        key, weight, enabled, healthy, ephemeral, MetadataMap.copyOf(other));
  }

  /**
   * What Nacos tells instances of a service apart by.
   *
   * @param service the service
   * @param cluster the Nacos cluster label
   * @param ip the address
   * @param port the port
   */
  public record Key(ServiceKey service, String cluster, String ip, int port)
      implements Comparable<Key> {

    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::service)
            .thenComparing(Key::cluster)
            .thenComparing(Key::ip)
            .thenComparingInt(Key::port);

    /** Checks that no part is missing. */
    public Key {
      Objects.requireNonNull(service, "service");
      Objects.requireNonNull(cluster, "cluster");
      Objects.requireNonNull(ip, "ip");
    }

    /** Of what tells most of them apart: all of a large registry are looked up all the time. */
    @Override
    public int hashCode() {
      return 31 * (31 * service.name().hashCode() + ip.hashCode()) + port;
    }

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }

    /** For people: on one line and not longer than that, whatever is in the names. */
    @Override
    public String toString() {
      return LogText.of("%s %s:%d (%s)".formatted(service, ip, port, cluster));
    }
  }
}
