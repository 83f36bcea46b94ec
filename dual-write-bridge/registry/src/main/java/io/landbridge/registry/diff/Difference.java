package io.landbridge.registry.diff;

import java.util.Comparator;
import java.util.Objects;

/**
 * Something of one instance that is not the same in both clusters.
 *
 * @param address {@code ip:port}
 * @param field what is different
 * @param key which metadata key; empty for every other field
 * @param here what it is in this cluster, as text; empty where there is nothing
 * @param there what it is in the legacy cluster, likewise
 */
public record Difference(String address, Field field, String key, String here, String there)
    implements Comparable<Difference> {

  private static final Comparator<Difference> ORDER =
      Comparator.comparing(Difference::address)
          .thenComparing(Difference::field)
          .thenComparing(Difference::key)
          .thenComparing(Difference::here)
          .thenComparing(Difference::there);

  /** Checks that no part is missing. */
  public Difference {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(here, "here");
    Objects.requireNonNull(there, "there");
  }

  /** What can be different. */
  public enum Field {
    /** The instance itself: one side has it and the other has not. */
    INSTANCE,
    /** The Nacos cluster label. */
    CLUSTER,
    /** Whether it lives and dies with its client. */
    EPHEMERAL,
    /** The Nacos weight. */
    WEIGHT,
    /** Whether an operator disabled it. */
    ENABLED,
    /** Whether it is healthy. */
    HEALTHY,
    /** The value of a metadata key, or the key itself. */
    METADATA
  }

  /** The same seen from the other side. */
  public Difference mirrored() {
    return new Difference(address, field, key, there, here);
  }

  @Override
  public int compareTo(Difference other) {
    return ORDER.compare(this, other);
  }
}
