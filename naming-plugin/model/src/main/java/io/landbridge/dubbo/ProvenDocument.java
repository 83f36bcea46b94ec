package io.landbridge.dubbo;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.MetadataMap;
import io.landbridge.model.MetadataRevision;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A document that is known to be the one a revision stands for, in the form in which it is kept.
 *
 * @param document without what belongs to one process alone
 * @param revision under which it is kept: the claimed one, or, where that covers what was taken
 *     out, the one of what is left
 * @param own what was taken out, as attributes of the instance
 */
public record ProvenDocument(
    MetadataDocument document, MetadataRevision revision, Map<String, String> own) {

  /** Checks that no part is missing and copies the map. */
  public ProvenDocument {
    Objects.requireNonNull(document, "document");
    Objects.requireNonNull(revision, "revision");
    own = MetadataMap.copyOf(own);
  }

  /**
   * Proves that an instance still has the document with which it is kept, although the revision it
   * claims is not the one under which that is kept.
   *
   * @param claimed the instance as it registered itself
   * @param kept the same instance as it is kept
   * @param document the document of what is kept
   */
  public static Optional<ProvenDocument> again(
      ApplicationInstance claimed, ApplicationInstance kept, MetadataDocument document) {
    return asClaimed(document, kept.attributes())
        .filter(original -> kept.key().equals(claimed.key()))
        .flatMap(original -> GoRevision.prove(original, claimed.revision()))
        .filter(proven -> proven.revision().equals(kept.revision()));
  }

  /**
   * The document of an instance as the instance has it, with what was taken out put back.
   *
   * @param document the document of what is kept
   * @param attributes of the instance as it is kept
   * @return empty when they cannot belong together
   */
  public static Optional<MetadataDocument> asClaimed(
      MetadataDocument document, Map<String, String> attributes) {
    return GoRevision.restored(document, attributes.getOrDefault(MetadataKeys.TIMESTAMP, ""));
  }

  /** Whether the document that a revision stands for is kept under another revision. */
  public static boolean isKeptUnderAnother(MetadataRevision claimed) {
    return GoRevision.isOne(claimed);
  }

  /**
   * An instance with this document, as it is kept.
   *
   * @param claimed the instance as it registered itself
   */
  public ApplicationInstance instance(ApplicationInstance claimed) {
    if (claimed.revision().equals(revision) && own.isEmpty()) {
      return claimed;
    }
    Map<String, String> attributes = new TreeMap<>(claimed.attributes());
    attributes.putAll(own);
    return new ApplicationInstance(
        claimed.application(),
        claimed.group(),
        claimed.ip(),
        claimed.port(),
        claimed.endpoints(),
        claimed.cluster(),
        claimed.healthy(),
        claimed.enabled(),
        claimed.ephemeral(),
        revision,
        attributes,
        claimed.origin());
  }
}
