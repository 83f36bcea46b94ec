package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.ApplicationFoldResult.Found;
import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.dubbo.json.MetadataDocumentCodec;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Endpoint;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Providers of any kind, translated one way and back. */
class GeneratedFleetTest {

  private static final Map<String, Integer> PORTS =
      Map.of("dubbo", 20880, "rest", 8080, "rmi", 1099, "tri", 50051);

  private final ApplicationFold fold = new ApplicationFold(new InstanceJsonReader());

  /** One process: what it serves, and whether its document gives the ports. */
  record Process(MetadataDocument document, String ip, Map<String, String> attributes) {

    /** As Dubbo registers it. */
    Registration registration() {
      Map<String, String> metadata = new TreeMap<>(attributes);
      metadata.put(MetadataKeys.REVISION, document.revision().value());
      metadata.put(MetadataKeys.STORAGE_TYPE, "remote");
      metadata.put(
          MetadataKeys.ENDPOINTS,
          endpoints().stream()
              .map(
                  each -> "{\"port\":" + each.port() + ",\"protocol\":\"" + each.protocol() + "\"}")
              .collect(Collectors.joining(",", "[", "]")));
      return new Registration(
          new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", document.application().value()),
          "",
          ip,
          endpoints().get(0).port(),
          "DEFAULT",
          true,
          true,
          true,
          metadata);
    }

    List<Endpoint> endpoints() {
      return document.services().values().stream()
          .map(entry -> new Endpoint(PORTS.get(entry.protocol()), entry.protocol()))
          .sorted()
          .distinct()
          .toList();
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void anInstanceIsReadAsItWasWritten(@ForAll("processes") Process process) {
    Found found = only(fold.fold(List.of(process.registration())));

    assertThat(found.instance())
        .isEqualTo(
            new ApplicationInstance(
                new ApplicationKey(NamespaceId.PUBLIC, process.document().application()),
                "DEFAULT_GROUP",
                process.ip(),
                process.endpoints().get(0).port(),
                process.endpoints(),
                "DEFAULT",
                true,
                true,
                true,
                process.document().revision(),
                process.attributes(),
                Origin.NATIVE_APPLICATION));
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void whatWasUnfoldedFoldsAgain(@ForAll("processes") Process process) {
    ApplicationInstance instance = only(fold.fold(List.of(process.registration()))).instance();

    FoldResult folded =
        InterfaceFold.fold(InterfaceLevel.registrations(instance, process.document()));

    assertThat(folded.losses()).isEmpty();
    assertThat(
            folded.documents().values().stream().flatMap(each -> each.services().values().stream()))
        .containsExactlyInAnyOrderElementsOf(shown(process));
    assertThat(folded.instances())
        .allSatisfy(
            each -> {
              assertThat(each.application()).isEqualTo(instance.application());
              assertThat(instance.endpoints()).containsAll(each.endpoints());
            });
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void whatWasFoldedUnfoldsAgain(@ForAll("processes") Process process) {
    ApplicationInstance instance = only(fold.fold(List.of(process.registration()))).instance();
    List<Registration> registrations = InterfaceLevel.registrations(instance, process.document());

    FoldResult folded = InterfaceFold.fold(registrations);

    assertThat(registrations).isNotEmpty();
    for (Registration each : registrations) {
      assertThat(InterfaceLevel.shown(folded, each))
          .as(each.service() + " " + each.address())
          // A legacy name says nothing of whether it means a version or a group.
          .containsExactlyInAnyOrderElementsOf(
              registrations.stream()
                  .filter(it -> it.service().equals(each.service()) && it.port() == each.port())
                  .map(it -> new TreeMap<>(it.metadata()))
                  .toList());
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void everyServiceIsCalledByTheConsumersThatCan(@ForAll("processes") Process process) {
    ApplicationInstance instance = only(fold.fold(List.of(process.registration()))).instance();
    MetadataDocument document = process.document();

    for (ServiceEntry entry : document.services().values()) {
      Dubbo2Consumer consumer = Dubbo2Consumer.of(entry);
      boolean tripleOnly =
          document.services().values().stream()
              .filter(each -> each.serviceKey().equals(entry.serviceKey()))
              .allMatch(each -> each.protocol().equals("tri"));
      for (String name : List.of(consumer.name(), consumer.legacyName())) {
        List<InterfaceAddress> shown = InterfaceUnfold.unfold(name, instance, document);
        assertThat(shown.stream().anyMatch(each -> consumer.calls(each.metadata())))
            .isEqualTo(!tripleOnly);
        assertThat(shown.isEmpty()).isEqualTo(!InterfaceUnfold.names(document).contains(name));
      }
      assertThat(InterfaceUnfold.of(consumer.name(), document).isEmpty()).isFalse();
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void aDocumentIsProvenByTheHashOfEitherRule(@ForAll("processes") Process process)
      throws Exception {
    MetadataDocument document = process.document();
    MetadataDocumentCodec codec = new MetadataDocumentCodec();

    assertThat(document.verified(document.revision())).contains(document);
    assertThat(codec.decode(codec.encode(document)).verified(document.revision()))
        .contains(document);
  }

  /** What is left of a document at the interface level. */
  private static List<ServiceEntry> shown(Process process) {
    Map<String, Boolean> elsewhere = new TreeMap<>();
    process
        .document()
        .services()
        .values()
        .forEach(
            entry ->
                elsewhere.merge(
                    entry.serviceKey(), !entry.protocol().equals("tri"), Boolean::logicalOr));
    return process.document().services().values().stream()
        .filter(entry -> !entry.protocol().equals("tri") || !elsewhere.get(entry.serviceKey()))
        .map(
            entry ->
                new ServiceEntry(
                    entry.name(),
                    entry.group(),
                    entry.version(),
                    entry.protocol(),
                    PORTS.get(entry.protocol()),
                    entry.path(),
                    shown(entry, process)))
        .toList();
  }

  private static SortedMap<String, String> shown(ServiceEntry entry, Process process) {
    SortedMap<String, String> params = new TreeMap<>(process.attributes());
    params.remove("timestamp");
    entry.params().forEach((key, value) -> params.merge(key, value, GeneratedFleetTest::filled));
    params.remove("REGISTRY_CLUSTER");
    params.putAll(
        Map.of(
            "application",
            process.document().application().value(),
            "dubbo",
            "2.0.2",
            "interface",
            entry.name(),
            "side",
            "provider"));
    params.put("version", entry.version());
    params.put("group", entry.group());
    params
        .entrySet()
        .removeIf(
            each ->
                List.of("version", "group").contains(each.getKey()) && each.getValue().isEmpty());
    return params;
  }

  private static String filled(String ofInstance, String ofDocument) {
    return ofDocument.isEmpty() ? ofInstance : ofDocument;
  }

  @Provide
  Arbitrary<Process> processes() {
    Arbitrary<Map<String, String>> params =
        Arbitraries.maps(
                Arbitraries.of(
                    "methods",
                    "timeout",
                    "hello.timeout",
                    "weight",
                    "dubbo.tag",
                    "Custom.Key",
                    "REGISTRY_CLUSTER",
                    "release",
                    "prefer.serialization"),
                Arbitraries.strings().ofMaxLength(12))
            .ofMaxSize(6);
    Arbitrary<ServiceEntry> entries =
        Combinators.combine(
                Arbitraries.of(
                    "demo.GreetService",
                    "demo.OrderService",
                    "demo.PlainService",
                    "demo.Outer$Inner"),
                Arbitraries.of("", "1.0.0", "grpA", "*"),
                Arbitraries.of("", "grpA", "grpB"),
                Arbitraries.of(PORTS.keySet()),
                Arbitraries.of(true, false),
                params)
            .as(
                (name, version, group, protocol, port, values) ->
                    new ServiceEntry(
                        name,
                        group,
                        version,
                        protocol,
                        port ? PORTS.get(protocol) : -1,
                        name,
                        new TreeMap<>(values)));
    return Combinators.combine(
            entries.list().ofMinSize(1).ofMaxSize(8),
            Arbitraries.of("192.0.2.7", "192.0.2.8"),
            Arbitraries.maps(
                    Arbitraries.of("timestamp", "zone", "weight", "dubbo.tag"),
                    Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(4))
                .ofMaxSize(4))
        .as(
            (services, ip, attributes) ->
                new Process(
                    MetadataDocument.of(new ApplicationName("shop"), services), ip, attributes));
  }

  private static Found only(ApplicationFoldResult result) {
    assertThat(result.losses()).isEmpty();
    assertThat(result.found()).hasSize(1);
    return result.found().get(0);
  }
}
