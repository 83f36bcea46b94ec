package io.landbridge.model;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How much of an instance of a legacy cluster the catalog can hold. Servers of 1.x take two
 * megabytes of metadata; here an instance has to fit into an entry of the log.
 */
public final class ImportedSize {

  /** The most bytes of an instance; an entry of the log holds a little more. */
  public static final long MAX_BYTES = 496 * 1024;

  /** What a field takes beside its text, at most. */
  private static final int FIELD_BYTES = 16;

  private static final int BYTES_OF_CHARACTER = 3;

  private ImportedSize() {}

  /**
   * Why an instance is too large to import.
   *
   * @param service its service
   * @param cluster the Nacos cluster label
   * @param ip its address
   * @param metadata its metadata
   * @return the reason, with what to do; empty if it can be imported
   */
  public static Optional<String> refusal(
      ServiceKey service, String cluster, String ip, Map<String, String> metadata) {
    long characters = 0;
    for (Map.Entry<String, String> each : metadata.entrySet()) {
      characters += each.getKey().length() + each.getValue().length() + FIELD_BYTES;
    }
    // Hardly any instance is near the limit: most need not be encoded.
    if (characters * BYTES_OF_CHARACTER < MAX_BYTES / 2) {
      return Optional.empty();
    }
    long bytes = bytes(service, cluster, ip, metadata);
    return bytes <= MAX_BYTES
        ? Optional.empty()
        : Optional.of(
            "its metadata are too large to import: %d bytes, where %d are allowed; shorten them in the client"
                .formatted(bytes, MAX_BYTES));
  }

  private static long bytes(
      ServiceKey service, String cluster, String ip, Map<String, String> metadata) {
    long bytes =
        Stream.of(service.namespace().value(), service.group(), service.name(), cluster, ip)
            .mapToLong(ImportedSize::bytes)
            .sum();
    for (Map.Entry<String, String> each : metadata.entrySet()) {
      bytes += bytes(each.getKey()) + bytes(each.getValue());
    }
    return bytes;
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length + (long) FIELD_BYTES;
  }
}
