package io.landbridge.model;

import java.util.Objects;

/**
 * Dubbo's hash of a metadata document ({@code dubbo.metadata.revision}).
 *
 * @param value the hash as text; never blank
 */
public record MetadataRevision(String value) implements Comparable<MetadataRevision> {

  /** Checks that the revision is printable text. */
  public MetadataRevision {
    Objects.requireNonNull(value, "value");
    Names.requirePrintable("metadata revision", value, 128);
  }

  @Override
  public int compareTo(MetadataRevision other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
