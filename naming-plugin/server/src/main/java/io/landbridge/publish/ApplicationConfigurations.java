package io.landbridge.publish;

import io.landbridge.command.Publication.Id;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.dubbo.json.MalformedDocumentException;
import io.landbridge.dubbo.json.MetadataDocumentCodec;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the configuration centre has of applications: their metadata documents, and their names in
 * the mappings of interfaces. Others write there, too, so that nothing is changed but by comparing
 * what it replaces. Keeps nothing, and may be used from any thread.
 */
final class ApplicationConfigurations {

  private static final Logger LOG = LoggerFactory.getLogger(ApplicationConfigurations.class);

  private static final int CAS_TRIES = 10;

  private final ConfigCentre config;
  private final MetadataDocumentCodec codec = new MetadataDocumentCodec();

  ApplicationConfigurations(ConfigCentre config) {
    this.config = config;
  }

  /** Whether this member gives it to its clients; from memory. */
  boolean isServed(ApplicationKey application, Id id) {
    return config.isServed(application.namespace(), group(id), dataId(application, id));
  }

  /** Whether a document of an application is there, whoever wrote it. */
  boolean hasDocument(ApplicationKey application, Id id, MetadataDocument document)
      throws ConfigException {
    return read(application, id).filter(text -> isSame(text, document)).isPresent();
  }

  /**
   * Writes a document of an application, if it is not there.
   *
   * @throws ConflictException if there is something else in its place
   */
  void writeDocument(ApplicationKey application, Id id, MetadataDocument document)
      throws ConfigException, ConflictException {
    String content = validated(document);
    if (!config.compareAndSet(
            application.namespace(), group(id), dataId(application, id), Optional.empty(), content)
        && !hasDocument(application, id, document)) {
      throw new ConflictException(
          ("configuration '%s' in group '%s' has other content than the expected document; delete"
                  + " the configuration if no provider needs it")
              .formatted(dataId(application, id), group(id)));
    }
  }

  /** A document that breaks the rules can stop a consumer from starting, so it is read back. */
  private String validated(MetadataDocument document) throws ConflictException {
    String content = codec.encode(document);
    try {
      if (codec.decode(content).equals(document)) {
        return content;
      }
      throw new ConflictException(
          "the document " + document.revision() + " does not survive being written as JSON");
    } catch (MalformedDocumentException e) {
      throw new ConflictException(
          "the document " + document.revision() + " would be malformed: " + e.getMessage());
    }
  }

  /** Another writer's JSON may order its fields differently; what counts is the hash. */
  private boolean isSame(String content, MetadataDocument document) {
    try {
      return codec.decode(content).revision().equals(document.revision());
    } catch (MalformedDocumentException e) {
      return false;
    }
  }

  /** Deletes a document of an application, unless somebody has changed it. */
  void deleteDocument(ApplicationKey application, Id id) throws ConfigException {
    Optional<String> content = read(application, id);
    if (content.isEmpty()) {
      return;
    }
    try {
      if (codec.decode(content.get()).revision().value().equals(id.name())) {
        config.compareAndDelete(
            application.namespace(), group(id), dataId(application, id), content.get());
        return;
      }
    } catch (MalformedDocumentException e) {
      LOG.debug("not a document of Landbridge", e);
    }
    LOG.warn(
        "Configuration '{}' in group '{}' was changed by another writer and stays unchanged",
        dataId(application, id),
        group(id));
  }

  /** A mapping, as it is written. */
  Optional<String> mapping(NamespaceId namespace, String dataId) throws ConfigException {
    return config.read(namespace, MetadataKeys.MAPPING_GROUP, dataId);
  }

  /** Whether somebody began to write an application into a mapping, and the server did not end. */
  boolean isBegun(ApplicationKey application, Id mapping) throws ConfigException {
    return config
        .readBegun(application.namespace(), group(mapping), dataId(application, mapping))
        .filter(text -> isIn(text, application))
        .isPresent();
  }

  /** Whether an application is in a mapping. */
  boolean isIn(ApplicationKey application, Id mapping) throws ConfigException {
    return read(application, mapping).filter(text -> isIn(text, application)).isPresent();
  }

  /** Whether an application is in what a mapping holds. */
  static boolean isIn(String content, ApplicationKey application) {
    return MappingContent.contains(content, application.name().value());
  }

  /** Puts an application into a mapping, if it is not in it. */
  void putIn(ApplicationKey application, Id mapping) throws ConfigException, ConflictException {
    change(
        application,
        mapping,
        content ->
            content.filter(text -> isIn(text, application)).isPresent()
                ? content
                : Optional.of(MappingContent.with(content, application.name().value())));
  }

  /**
   * Takes an application out of a mapping.
   *
   * @return whether the mapping was deleted, because no other was in it
   */
  boolean takeOut(ApplicationKey application, Id mapping)
      throws ConfigException, ConflictException {
    return change(
        application,
        mapping,
        content ->
            content.flatMap(text -> MappingContent.without(text, application.name().value())));
  }

  private boolean change(ApplicationKey application, Id id, UnaryOperator<Optional<String>> edit)
      throws ConfigException, ConflictException {
    for (int tries = 0; tries < CAS_TRIES; tries++) {
      Optional<String> before = read(application, id);
      Optional<String> after = edit.apply(before);
      if (after.equals(before)) {
        return false;
      }
      boolean done =
          after.isPresent()
              ? config.compareAndSet(
                  application.namespace(), group(id), dataId(application, id), before, after.get())
              : config.compareAndDelete(
                  application.namespace(),
                  group(id),
                  dataId(application, id),
                  before.orElseThrow());
      if (done) {
        return after.isEmpty();
      }
    }
    throw new ConflictException(
        "other writers changed the mapping of '%s' %d times in a row during the update"
            .formatted(id.name(), CAS_TRIES));
  }

  private Optional<String> read(ApplicationKey application, Id id) throws ConfigException {
    return config.read(application.namespace(), group(id), dataId(application, id));
  }

  private static String group(Id id) {
    return switch (id.kind()) {
      case DOCUMENT -> id.name();
      case MAPPING -> MetadataKeys.MAPPING_GROUP;
    };
  }

  private static String dataId(ApplicationKey application, Id id) {
    return switch (id.kind()) {
      case DOCUMENT -> NacosSpelling.id(application.name().value());
      case MAPPING -> id.name();
    };
  }
}
