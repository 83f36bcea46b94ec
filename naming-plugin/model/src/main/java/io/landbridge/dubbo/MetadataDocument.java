package io.landbridge.dubbo;

import io.landbridge.model.ApplicationName;
import io.landbridge.model.MetadataRevision;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a set of instances serves (Dubbo's {@code MetadataInfo}), addressed by its own content.
 *
 * @param application the application
 * @param services the services by {@link ServiceEntry#matchKey()}
 */
public record MetadataDocument(
    ApplicationName application, SortedMap<String, ServiceEntry> services) {

  /** The revision Dubbo gives a document without services; consumers ignore such instances. */
  public static final MetadataRevision EMPTY = new MetadataRevision("0");

  /** Checks that no part is missing and copies the services. */
  public MetadataDocument {
    Objects.requireNonNull(application, "application");
    services = Collections.unmodifiableSortedMap(new TreeMap<>(services));
  }

  /**
   * Builds a document from its services.
   *
   * @param application the application
   * @param entries the services; of two with the same key the later one wins
   */
  public static MetadataDocument of(ApplicationName application, Collection<ServiceEntry> entries) {
    SortedMap<String, ServiceEntry> services = new TreeMap<>();
    entries.forEach(entry -> services.put(entry.matchKey(), entry));
    return new MetadataDocument(application, services);
  }

  /**
   * The hash of this document, exactly as Dubbo computes it since 3.1.1: MD5 in lower-case
   * hexadecimal of the application followed by, in key order, each service's key, port, path and
   * parameters, where the parameters are printed as Java prints a sorted map ({@code
   * MetadataInfo#calAndGetRevision} and {@code ServiceInfo#toDescString}).
   */
  public MetadataRevision revision() {
    return hash(ServiceEntry::description);
  }

  /**
   * This document as the one that a provider calls by a revision; see {@link #proven}.
   *
   * @param claimed what the provider says its revision is
   * @return the document, or empty when its content has another revision by every rule
   */
  public Optional<MetadataDocument> verified(MetadataRevision claimed) {
    return proven(claimed).map(ProvenDocument::document);
  }

  /**
   * This document as it is kept for a provider that calls it by a revision.
   *
   * <p>Dubbo 3.0.3 to 3.1.0 leave the ports out of the hash, so that processes with different ports
   * share a revision. Such a document comes back without ports: each instance has its own among its
   * endpoints. dubbo-go since 3.3.2 has a rule of its own, over the start times too, which come
   * back as attributes of the instance.
   *
   * @param claimed what the provider says its revision is
   * @return the document, or empty when its content has another revision by every rule
   */
  public Optional<ProvenDocument> proven(MetadataRevision claimed) {
    if (revision().equals(claimed)) {
      return Optional.of(new ProvenDocument(this, claimed, Map.of()));
    }
    if (!hash(ServiceEntry::descriptionWithoutPort).equals(claimed)) {
      return GoRevision.prove(this, claimed);
    }
    SortedMap<String, ServiceEntry> portless = new TreeMap<>(services);
    portless.replaceAll((key, entry) -> entry.withoutPort());
    return Optional.of(
        new ProvenDocument(new MetadataDocument(application, portless), claimed, Map.of()));
  }

  /**
   * The hash of this document by the rule by which a revision was made, for an operator to compare.
   *
   * @param claimed tells the rule by its form
   */
  public MetadataRevision revisionLike(MetadataRevision claimed) {
    return GoRevision.isOne(claimed) ? GoRevision.of(this) : revision();
  }

  private MetadataRevision hash(Function<ServiceEntry, String> description) {
    if (services.isEmpty()) {
      return EMPTY;
    }
    // Piece by piece: the whole text of a process with thousands of services has megabytes.
    MessageDigest digest = md5();
    digest.update(application.value().getBytes(StandardCharsets.UTF_8));
    for (ServiceEntry entry : services.values()) {
      digest.update(description.apply(entry).getBytes(StandardCharsets.UTF_8));
    }
    return new MetadataRevision(HexFormat.of().formatHex(digest.digest()));
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
