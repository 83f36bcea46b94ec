package io.landbridge.record;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import io.landbridge.command.Publication;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Endpoint;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.record.wire.Wire;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Protobuf messages to model values. The methods that build values throw {@link
 * IllegalArgumentException}, as the constructors of the model do; {@link #read} turns it into the
 * one checked exception of this package.
 */
final class WireReader {

  private WireReader() {}

  /** Builds a value from a message. */
  @FunctionalInterface
  interface Reading<M, T> {
    T read(M message);
  }

  static <M, T> T read(String what, byte[] frame, Parser<M> parser, Reading<M, T> reading)
      throws UnreadableRecordException {
    ByteString payload = Frame.unwrap(what, frame);
    try {
      return reading.read(parser.parseFrom(payload));
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw UnreadableRecordException.damaged(what + " is damaged: " + e.getMessage());
    }
  }

  static ApplicationKey applicationKey(Wire.ApplicationKey key) {
    return new ApplicationKey(
        new NamespaceId(key.getNamespace()), new ApplicationName(key.getName()));
  }

  static InstanceKey instanceKey(Wire.InstanceKey key) {
    return new InstanceKey(
        applicationKey(key.getApplication()), key.getGroup(), key.getIp(), key.getPort());
  }

  static ApplicationInstance instance(Wire.Instance instance) {
    InstanceKey key = instanceKey(instance.getKey());
    return new ApplicationInstance(
        key.application(),
        key.group(),
        key.ip(),
        key.port(),
        instance.getEndpointsList().stream().map(WireReader::endpoint).toList(),
        instance.getCluster(),
        instance.getHealthy(),
        instance.getEnabled(),
        !instance.getPersistent(),
        new MetadataRevision(instance.getRevision()),
        attributes(instance.getAttributesList()),
        origin(instance.getOrigin()));
  }

  private static Endpoint endpoint(Wire.Endpoint endpoint) {
    return new Endpoint(endpoint.getPort(), endpoint.getProtocol());
  }

  static SortedMap<String, String> attributes(List<Wire.Attribute> attributes) {
    SortedMap<String, String> values = new TreeMap<>();
    attributes.forEach(each -> values.put(each.getName(), each.getValue()));
    return values;
  }

  private static Origin origin(Wire.Origin origin) {
    return switch (origin) {
      case ORIGIN_NATIVE_INTERFACE -> Origin.NATIVE_INTERFACE;
      case ORIGIN_NATIVE_APPLICATION -> Origin.NATIVE_APPLICATION;
      case ORIGIN_LEGACY_CLUSTER -> Origin.LEGACY_CLUSTER;
      case ORIGIN_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException("an instance has no known origin");
    };
  }

  static MetadataDocument document(Wire.Document document) {
    return MetadataDocument.of(
        new ApplicationName(document.getApplication()),
        document.getServicesList().stream().map(WireReader::service).toList());
  }

  private static ServiceEntry service(Wire.Service service) {
    return new ServiceEntry(
        service.getName(),
        service.getGroup(),
        service.getVersion(),
        service.getProtocol(),
        service.getPort(),
        service.getPath(),
        attributes(service.getParamsList()));
  }

  static Publication publication(Wire.Publication publication) {
    return new Publication(
        publicationId(publication.getId()),
        switch (publication.getStage()) {
          case PUBLICATION_STAGE_INTENDED -> Publication.Stage.INTENDED;
          case PUBLICATION_STAGE_WRITTEN -> Publication.Stage.WRITTEN;
          case PUBLICATION_STAGE_FOUND -> Publication.Stage.FOUND;
          case PUBLICATION_STAGE_UNSPECIFIED, UNRECOGNIZED ->
              throw new IllegalArgumentException("a publication has no known stage");
        });
  }

  static Publication.Id publicationId(Wire.PublicationId id) {
    return switch (id.getKind()) {
      case PUBLICATION_KIND_DOCUMENT ->
          new Publication.Id(Publication.Kind.DOCUMENT, new MetadataRevision(id.getName()).value());
      case PUBLICATION_KIND_MAPPING -> new Publication.Id(Publication.Kind.MAPPING, id.getName());
      case PUBLICATION_KIND_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException("a publication has no known kind");
    };
  }
}
