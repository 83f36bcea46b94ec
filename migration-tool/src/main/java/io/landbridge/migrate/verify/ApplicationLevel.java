package io.landbridge.migrate.verify;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import java.util.Map;
import java.util.Set;

/**
 * What the configuration centre holds for consumers that look for applications.
 *
 * @param documents the answer for every revision an instance refers to
 * @param mappings the applications each interface is mapped to
 */
public record ApplicationLevel(
    Map<DocumentKey, DocumentAnswer> documents, Map<MappingKey, Set<String>> mappings) {

  /** Copies the maps. */
  public ApplicationLevel {
    documents = Map.copyOf(documents);
    mappings = Map.copyOf(mappings);
  }

  /**
   * Names a metadata document.
   *
   * @param application the application
   * @param revision the revision an instance refers to
   */
  public record DocumentKey(ApplicationKey application, String revision) {}

  /**
   * Names a mapping.
   *
   * @param namespace the namespace
   * @param interfaceName the Java interface
   */
  public record MappingKey(NamespaceId namespace, String interfaceName) {}

  /** What was found under a revision. */
  public sealed interface DocumentAnswer {

    /**
     * The document.
     *
     * @param document the document
     */
    record Found(MetadataDocument document) implements DocumentAnswer {}

    /**
     * Nothing a consumer can use.
     *
     * @param reason why
     */
    record Unusable(String reason) implements DocumentAnswer {}
  }
}
