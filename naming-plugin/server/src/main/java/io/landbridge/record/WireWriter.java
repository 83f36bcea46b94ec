package io.landbridge.record;

import io.landbridge.command.Publication;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.Endpoint;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.Origin;
import io.landbridge.record.wire.Wire;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Model values to protobuf messages. */
final class WireWriter {

  private WireWriter() {}

  /** Empty for everybody, who is left out. */
  static Optional<Wire.Audience> audience(Audience audience) {
    return audience.isWhole()
        ? Optional.empty()
        : Optional.of(
            Wire.Audience.newBuilder()
                .setPercent(audience.percent())
                .setSalt(audience.salt())
                .addAllAddresses(audience.addresses())
                .addAllApplications(audience.applications())
                .build());
  }

  static Wire.ApplicationKey applicationKey(ApplicationKey key) {
    return Wire.ApplicationKey.newBuilder()
        .setNamespace(key.namespace().value())
        .setName(key.name().value())
        .build();
  }

  static Wire.InstanceKey instanceKey(InstanceKey key) {
    return Wire.InstanceKey.newBuilder()
        .setApplication(applicationKey(key.application()))
        .setGroup(key.group())
        .setIp(key.ip())
        .setPort(key.port())
        .build();
  }

  static Wire.Instance instance(ApplicationInstance instance) {
    return Wire.Instance.newBuilder()
        .setKey(instanceKey(instance.key()))
        .addAllEndpoints(instance.endpoints().stream().map(WireWriter::endpoint).toList())
        .setCluster(instance.cluster())
        .setHealthy(instance.healthy())
        .setEnabled(instance.enabled())
        .setPersistent(!instance.ephemeral())
        .setRevision(instance.revision().value())
        .addAllAttributes(attributes(instance.attributes()))
        .setOrigin(origin(instance.origin()))
        .build();
  }

  private static Wire.Endpoint endpoint(Endpoint endpoint) {
    return Wire.Endpoint.newBuilder()
        .setPort(endpoint.port())
        .setProtocol(endpoint.protocol())
        .build();
  }

  /** The map of an instance or a service is sorted already. */
  static List<Wire.Attribute> attributes(Map<String, String> sorted) {
    return sorted.entrySet().stream()
        .map(each -> Wire.Attribute.newBuilder().setName(each.getKey()).setValue(each.getValue()))
        .map(Wire.Attribute.Builder::build)
        .toList();
  }

  private static Wire.Origin origin(Origin origin) {
    return switch (origin) {
      case NATIVE_INTERFACE -> Wire.Origin.ORIGIN_NATIVE_INTERFACE;
      case NATIVE_APPLICATION -> Wire.Origin.ORIGIN_NATIVE_APPLICATION;
      case LEGACY_CLUSTER -> Wire.Origin.ORIGIN_LEGACY_CLUSTER;
    };
  }

  static Wire.Document document(MetadataDocument document) {
    SortedMap<String, ServiceEntry> services = document.services();
    return Wire.Document.newBuilder()
        .setApplication(document.application().value())
        .addAllServices(services.values().stream().map(WireWriter::service).toList())
        .build();
  }

  private static Wire.Service service(ServiceEntry entry) {
    return Wire.Service.newBuilder()
        .setName(entry.name())
        .setGroup(entry.group())
        .setVersion(entry.version())
        .setProtocol(entry.protocol())
        .setPort(entry.port())
        .setPath(entry.path())
        .addAllParams(attributes(entry.params()))
        .build();
  }

  static Wire.Publication publication(Publication publication) {
    return Wire.Publication.newBuilder()
        .setId(publicationId(publication.id()))
        .setStage(
            switch (publication.stage()) {
              case INTENDED -> Wire.PublicationStage.PUBLICATION_STAGE_INTENDED;
              case WRITTEN -> Wire.PublicationStage.PUBLICATION_STAGE_WRITTEN;
              case FOUND -> Wire.PublicationStage.PUBLICATION_STAGE_FOUND;
            })
        .build();
  }

  static Wire.PublicationId publicationId(Publication.Id id) {
    return Wire.PublicationId.newBuilder()
        .setKind(
            switch (id.kind()) {
              case DOCUMENT -> Wire.PublicationKind.PUBLICATION_KIND_DOCUMENT;
              case MAPPING -> Wire.PublicationKind.PUBLICATION_KIND_MAPPING;
            })
        .setName(id.name())
        .build();
  }
}
