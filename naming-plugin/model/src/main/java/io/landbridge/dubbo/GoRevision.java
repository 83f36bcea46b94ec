package io.landbridge.dubbo;

import io.landbridge.model.MetadataRevision;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The revisions of dubbo-go since 3.3.2: SHA-512 in lower-case hexadecimal over the application and
 * its services, parameters and ports included.
 *
 * <p>One of the parameters is when the service was exported, so that each process has a document of
 * its own. Such a document is kept without that time, which goes to the instance: all processes
 * with the same services share what is left, and its revision is the one that Dubbo in Java would
 * give it.
 */
final class GoRevision {

  /** Which services were exported later than the first one, and how many units of time later. */
  static final String LATER = "landbridge.later";

  private static final Pattern SHA_512 = Pattern.compile("[0-9a-f]{128}");
  private static final Pattern TIME = Pattern.compile("[1-9][0-9]{0,17}");
  private static final String METHODS = "methods";
  private static final String NO_VERSION = "0.0.0";

  private GoRevision() {}

  /** Whether a revision may be one of these. */
  static boolean isOne(MetadataRevision revision) {
    return SHA_512.matcher(revision.value()).matches();
  }

  /** The revision dubbo-go gives a document. */
  static MetadataRevision of(MetadataDocument document) {
    SortedMap<String, ServiceEntry> sorted = new TreeMap<>();
    document.services().values().forEach(entry -> sorted.put(matchKey(entry), entry));
    MessageDigest digest = sha512();
    digest.update(document.application().value().getBytes(StandardCharsets.UTF_8));
    sorted
        .values()
        .forEach(entry -> digest.update(description(entry).getBytes(StandardCharsets.UTF_8)));
    return new MetadataRevision(HexFormat.of().formatHex(digest.digest()));
  }

  /**
   * Proves a document and takes out of it what belongs to one process.
   *
   * @param claimed what the provider says its revision is
   * @return empty when the document has another revision
   */
  static Optional<ProvenDocument> prove(MetadataDocument document, MetadataRevision claimed) {
    if (document.services().isEmpty() || !isOne(claimed) || !of(document).equals(claimed)) {
      return Optional.empty();
    }
    return Optional.of(withoutTimes(document));
  }

  /**
   * Puts back what {@link #prove} took out of a document.
   *
   * @param shared what was left of it
   * @param time the process's own, as {@link ProvenDocument#own} had it; empty when it had none
   * @return empty when the time is none
   */
  static Optional<MetadataDocument> restored(MetadataDocument shared, String time) {
    if (time.isEmpty()) {
      return Optional.of(shared);
    }
    if (!TIME.matcher(time).matches()) {
      return Optional.empty();
    }
    List<ServiceEntry> entries = new ArrayList<>();
    for (ServiceEntry entry : shared.services().values()) {
      SortedMap<String, String> params = new TreeMap<>((Map<String, String>) entry.params());
      String later = params.remove(LATER);
      if (later != null && !TIME.matcher(later).matches()) {
        return Optional.empty();
      }
      params.put(
          MetadataKeys.TIMESTAMP,
          later == null ? time : new BigInteger(time).add(new BigInteger(later)).toString());
      entries.add(with(entry, params));
    }
    return Optional.of(MetadataDocument.of(shared.application(), entries));
  }

  private static ProvenDocument withoutTimes(MetadataDocument document) {
    Collection<ServiceEntry> entries = document.services().values();
    Optional<Long> first = first(entries);
    if (first.isEmpty()) {
      return new ProvenDocument(document, document.revision(), Map.of());
    }
    List<ServiceEntry> without = new ArrayList<>();
    for (ServiceEntry entry : entries) {
      SortedMap<String, String> params = new TreeMap<>((Map<String, String>) entry.params());
      long later = Long.parseLong(params.remove(MetadataKeys.TIMESTAMP)) - first.get();
      if (later > 0) {
        params.put(LATER, Long.toString(later));
      }
      without.add(with(entry, params));
    }
    MetadataDocument shared = MetadataDocument.of(document.application(), without);
    return new ProvenDocument(
        shared, shared.revision(), Map.of(MetadataKeys.TIMESTAMP, Long.toString(first.get())));
  }

  /** The earliest time; empty where one is missing, or could not be put back as it was. */
  private static Optional<Long> first(Collection<ServiceEntry> entries) {
    boolean all =
        entries.stream()
            .allMatch(
                entry ->
                    !entry.params().containsKey(LATER)
                        && TIME.matcher(entry.params().getOrDefault(MetadataKeys.TIMESTAMP, ""))
                            .matches());
    return all
        ? entries.stream()
            .map(entry -> Long.parseLong(entry.params().get(MetadataKeys.TIMESTAMP)))
            .min(Long::compare)
        : Optional.empty();
  }

  private static ServiceEntry with(ServiceEntry entry, SortedMap<String, String> params) {
    return new ServiceEntry(
        entry.name(),
        entry.group(),
        entry.version(),
        entry.protocol(),
        entry.port(),
        entry.path(),
        params);
  }

  /** The order of the services; a version of zeros is none there. */
  private static String matchKey(ServiceEntry entry) {
    return (entry.group().isEmpty() ? "" : entry.group() + "/")
        + entry.name()
        + (entry.version().isEmpty() || entry.version().equals(NO_VERSION)
            ? ""
            : ":" + entry.version())
        + ":"
        + entry.protocol();
  }

  private static String description(ServiceEntry entry) {
    StringBuilder params = new StringBuilder();
    entry
        .params()
        .forEach(
            (key, value) -> {
              if (!key.equals(METHODS)) {
                params.append(params.isEmpty() ? "" : "&").append(key).append('=').append(value);
              }
            });
    String[] methods = entry.params().getOrDefault(METHODS, "").split(",", -1);
    Arrays.sort(methods);
    return String.join(
        "|",
        entry.name(),
        entry.group(),
        entry.version(),
        entry.protocol(),
        Integer.toString(Math.max(0, entry.port())),
        entry.path(),
        params,
        String.join(",", methods));
  }

  private static MessageDigest sha512() {
    try {
      return MessageDigest.getInstance("SHA-512");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-512", e);
    }
  }
}
