package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.dubbo.json.MetadataDocumentCodec;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.MetadataRevision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Whatever differs from process to process (weight, tag, start time, warm-up, what is disabled): a
 * consumer of either level calls the same addresses and has the same parameters in effect.
 */
class EffectiveParametersTest {

  private static final List<String> SERVICES =
      List.of(Wrote.GREET, Wrote.ORDER, Wrote.PLAIN, "demo.PlainService:2.0.0:");

  private static final Map<String, Integer> PORTS = Map.of("dubbo", 20880, "tri", 50051, "rmi", 1);

  /** Parameters of the address or of the process that no consumer goes by. */
  private static final Set<String> NOT_COMPARED =
      Set.of("protocol", "path", "category", "pid", "anyhost", MetadataKeys.DERIVED);

  /** One process: what it registers of each service, by service and protocol. */
  private record Process(
      boolean connected, String timestamp, SortedMap<String, Map<String, String>> services) {

    List<Registration> registrations(int number) {
      List<Registration> all = new ArrayList<>();
      services.forEach(
          (name, changes) -> {
            String protocol = name.substring(name.lastIndexOf(' ') + 1);
            Registration plain = Wrote.dubbo27(name.substring(0, name.lastIndexOf(' ')));
            Map<String, String> metadata = new TreeMap<>(plain.metadata());
            metadata.put("pid", "" + number);
            metadata.put("timestamp", timestamp);
            metadata.put("protocol", protocol);
            metadata.putAll(changes);
            boolean enabled = metadata.remove("nacos") == null;
            all.add(
                new Registration(
                    plain.service(),
                    connected ? "connection " + number : "",
                    "192.0.2." + number,
                    PORTS.get(protocol),
                    "DEFAULT",
                    true,
                    enabled,
                    true,
                    metadata));
          });
      return all;
    }
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void upward(@ForAll("fleets") List<Process> fleet) {
    List<Registration> registrations = registrations(fleet);
    FoldResult folded = InterfaceFold.fold(registrations);
    MetadataDocumentCodec codec = new MetadataDocumentCodec();
    Map<String, String> configuration =
        folded.documents().entrySet().stream()
            .collect(
                Collectors.toMap(
                    each -> each.getKey().value(), each -> codec.encode(each.getValue())));

    assertThat(folded.losses()).isEmpty();
    for (String service : SERVICES) {
      Set<String> found = new TreeSet<>();
      for (ApplicationInstance instance : folded.instances()) {
        Dubbo3Consumer.of(service)
            .addresses(instance, configuration)
            .forEach(
                each ->
                    found.add(
                        text(
                            each.ip() + ":" + each.port() + " " + each.protocol(),
                            each.service(),
                            each.instance())));
      }
      assertThat(found).as(service).isEqualTo(interfaceLevel(service, registrations));
    }
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void downward(@ForAll("instances") List<GeneratedFleetTest.Process> fleet) {
    ApplicationFoldResult folded =
        new ApplicationFold(new InstanceJsonReader())
            .fold(fleet.stream().map(GeneratedFleetTest.Process::registration).toList());
    Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    fleet.forEach(each -> documents.put(each.document().revision(), each.document()));

    for (ApplicationFoldResult.Found found : folded.found()) {
      ApplicationInstance instance = found.instance();
      MetadataDocument document = documents.get(instance.revision());
      for (ServiceEntry entry : document.services().values()) {
        for (InterfaceAddress address :
            InterfaceUnfold.unfold(Dubbo2Consumer.of(entry).name(), instance, document)) {
          if (!address.metadata().get("protocol").equals(entry.protocol())) {
            continue;
          }
          Map<String, String> expected = new TreeMap<>(instance.attributes());
          entry.params().forEach((key, value) -> expected.merge(key, value, this::filled));
          expected.keySet().removeAll(Set.of("REGISTRY_CLUSTER", "application"));
          assertThat(address.metadata()).containsAllEntriesOf(expected);
        }
      }
    }
  }

  private String filled(String ofInstance, String ofDocument) {
    return ofDocument.isEmpty() ? ofInstance : ofDocument;
  }

  private static List<Registration> registrations(List<Process> fleet) {
    List<Registration> all = new ArrayList<>();
    for (int i = 0; i < fleet.size(); i++) {
      all.addAll(fleet.get(i).registrations(i + 1));
    }
    return all;
  }

  /** As a directory of Dubbo reads what the registry shows it. */
  private static Set<String> interfaceLevel(String service, List<Registration> registrations) {
    String[] name = service.split(":", -1);
    Set<String> found = new TreeSet<>();
    for (Registration each : registrations) {
      Map<String, String> metadata = each.metadata();
      if (each.enabled()
          && metadata.get("interface").equals(name[0])
          && metadata.getOrDefault("version", "").equals(name[1])
          && metadata.getOrDefault("group", "").equals(name[2])
          && !metadata.getOrDefault("enabled", "true").equals("false")
          && !metadata.getOrDefault("disabled", "false").equals("true")) {
        found.add(text(each.address() + " " + metadata.get("protocol"), metadata, Map.of()));
      }
    }
    return found;
  }

  /** What a consumer can tell of an address. */
  private static String text(
      String address, Map<String, String> service, Map<String, String> instance) {
    SortedMap<String, String> effective = new TreeMap<>(instance);
    service.forEach(
        (key, value) -> effective.merge(key, value, (old, now) -> now.isEmpty() ? old : now));
    effective.keySet().removeAll(NOT_COMPARED);
    effective
        .keySet()
        .removeIf(key -> key.startsWith("dubbo.metadata.") || key.equals("dubbo.endpoints"));
    effective.values().removeIf(String::isEmpty);
    return address + " " + effective;
  }

  @Provide
  Arbitrary<List<Process>> fleets() {
    Arbitrary<Map<String, String>> changes =
        Arbitraries.maps(
                Arbitraries.of(
                    "weight", "dubbo.tag", "warmup", "timeout", "hello.timeout", "Custom.Key"),
                Arbitraries.of("", "1", "50", "gray", "V a=1&b"))
            .ofMaxSize(4)
            .flatMap(
                values ->
                    Arbitraries.of("", "", "", "enabled", "disabled", "nacos")
                        .map(
                            how -> {
                              Map<String, String> all = new TreeMap<>(values);
                              if (!how.isEmpty()) {
                                all.put(how, how.equals("enabled") ? "false" : "true");
                              }
                              return all;
                            }));
    Arbitrary<SortedMap<String, Map<String, String>>> services =
        Arbitraries.maps(
                Combinators.combine(Arbitraries.of(SERVICES), Arbitraries.of(PORTS.keySet()))
                    .as((service, protocol) -> service + " " + protocol),
                changes)
            .ofMinSize(1)
            .ofMaxSize(6)
            .map(TreeMap::new);
    return Combinators.combine(
            Arbitraries.of(true, false), Arbitraries.of("1795176524665", "1795176590714"), services)
        .as(Process::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<List<GeneratedFleetTest.Process>> instances() {
    return new GeneratedFleetTest().processes().list().ofMinSize(1).ofMaxSize(4);
  }
}
