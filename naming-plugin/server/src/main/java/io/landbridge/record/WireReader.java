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
import io.landbridge.model.Audience;
import io.landbridge.model.Endpoint;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.record.wire.Wire;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

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
    return read(what, frame, parser, Frame.FORMAT, reading);
  }

  /**
   * Reads a record.
   *
   * @param newest the newest format there is of it
   */
  private static <M, T> T read(
      String what, byte[] frame, Parser<M> parser, byte newest, Reading<M, T> reading)
      throws UnreadableRecordException {
    ByteString payload = Frame.unwrap(what, frame, newest);
    try {
      return reading.read(parser.parseFrom(payload));
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw UnreadableRecordException.damaged(what + " is damaged: " + e.getMessage());
    }
  }

  /**
   * Reads a record that has a switch in it, or may have one.
   *
   * @param audience finds the audience of that switch; empty where there is none
   */
  static <M, T> T readSwitch(
      String what,
      byte[] frame,
      Parser<M> parser,
      Function<M, Optional<Wire.Audience>> audience,
      Reading<M, T> reading)
      throws UnreadableRecordException {
    byte format = Frame.formatOf(frame);
    boolean newer = format == Frame.AUDIENCES;
    return read(
        what,
        frame,
        parser,
        // What is between the two is a record of another kind.
        format < Frame.AUDIENCES ? Frame.FORMAT : Frame.AUDIENCES,
        message -> {
          // One that passed over what it does not know would store something else than others.
          if (audience.apply(message).isPresent() != newer) {
            throw new IllegalArgumentException("its format does not match its audience");
          }
          return reading.read(message);
        });
  }

  static Audience audience(Wire.Audience wire) {
    Audience audience =
        new Audience(
            wire.getPercent(),
            wire.getSalt(),
            new TreeSet<>(wire.getAddressesList()),
            new TreeSet<>(wire.getApplicationsList()));
    if (audience.isWhole()) {
      throw new IllegalArgumentException("an audience that is everybody is left out");
    }
    return audience;
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
