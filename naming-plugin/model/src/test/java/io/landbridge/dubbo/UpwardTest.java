package io.landbridge.dubbo;

import static io.landbridge.dubbo.Wrote.GREET;
import static io.landbridge.dubbo.Wrote.ORDER;
import static io.landbridge.dubbo.Wrote.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.dubbo.json.MetadataDocumentCodec;
import io.landbridge.model.ApplicationInstance;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a consumer that looks for applications makes of interface-level registrations. */
class UpwardTest {

  private static final MetadataDocumentCodec CODEC = new MetadataDocumentCodec();
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What we show of some registrations. */
  private record Shown(ApplicationInstance instance, Map<String, String> configuration) {

    static Shown of(Registration... registrations) {
      FoldResult folded = InterfaceFold.fold(List.of(registrations));
      assertThat(folded.instances()).hasSize(1);
      return new Shown(
          folded.instances().get(0),
          folded.documents().entrySet().stream()
              .collect(
                  Collectors.toMap(
                      each -> each.getKey().value(), each -> CODEC.encode(each.getValue()))));
    }

    List<Dubbo3Consumer.Address> to(String service) {
      return Dubbo3Consumer.of(service).addresses(instance, configuration);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {GREET, ORDER, PLAIN})
  @DisplayName("2.6 (no path, no release), 2.7, simplified and dubbo-go are all called")
  void everyKindOfProviderIsCalled(String service) {
    for (Registration each :
        List.of(
            Wrote.dubbo26(service),
            Wrote.dubbo27(service),
            Wrote.simplified(service),
            Wrote.dubboGo(service))) {
      assertThat(Shown.of(each).to(service))
          .as(each.toString())
          .singleElement()
          .satisfies(
              address -> {
                assertThat(address.port()).isEqualTo(20880);
                assertThat(address.parameter("application")).isEqualTo("shop");
                assertThat(address.parameter("timestamp")).isEqualTo("1795176524665");
                assertThat(address.parameter("release"))
                    .isEqualTo(each.metadata().getOrDefault("release", ""));
              });
    }
  }

  /** What real consumers made of hand-written instances, so that the judge of ours is right. */
  @ParameterizedTest
  @CsvSource({
    "an instance without metadata, false",
    "revision 0, false",
    "storage type absent, false",
    "no document, false",
    "a document, true",
    "no port and no endpoints, true",
    "no port but endpoints, true",
    "no path, false",
    "another path, false",
    "no name, false",
    "odd keys of services, true",
    "another inner application and revision, true",
    "unknown fields, true",
    "disabled in Nacos, false"
  })
  @DisplayName("What a consumer needs of an instance and a document, as seen with real ones")
  void whatAConsumerNeeds(String experiment, boolean found) throws Exception {
    Shown shown = Shown.of(Wrote.dubbo27(PLAIN));
    Map<String, String> metadata = new TreeMap<>(DerivedMetadata.of(shown.instance()));
    Map<String, String> configuration = new TreeMap<>(shown.configuration());
    String revision = metadata.get(MetadataKeys.REVISION);
    ObjectNode document = (ObjectNode) JSON.readTree(configuration.get(revision));
    ObjectNode service = (ObjectNode) document.path("services").path("demo.PlainService:dubbo");
    boolean enabled = true;
    switch (experiment) {
      case "an instance without metadata" -> metadata.clear();
      case "revision 0" -> metadata.put(MetadataKeys.REVISION, "0");
      case "storage type absent" -> metadata.remove(MetadataKeys.STORAGE_TYPE);
      case "a document" -> assertThat(service.path("port").asInt()).isEqualTo(20880);
      case "no port and no endpoints" -> {
        service.remove("port");
        metadata.remove(MetadataKeys.ENDPOINTS);
      }
      case "no port but endpoints" -> service.remove("port");
      case "no path" -> service.remove("path");
      case "another path" -> service.put("path", "ctx/demo.PlainService");
      case "no name" -> service.remove("name");
      case "odd keys of services" -> {
        ((ObjectNode) document.path("services")).removeAll();
        ((ObjectNode) document.path("services")).set("odd", service);
      }
      case "another inner application and revision" ->
          document.put("app", "other").remove("revision");
      case "unknown fields" -> service.put("unknown", "x");
      case "disabled in Nacos" -> enabled = false;
      case "no document" -> {}
      default -> throw new IllegalArgumentException(experiment);
    }
    configuration.put(revision, document.toString());
    if (experiment.equals("no document")) {
      configuration.clear();
    }

    List<Dubbo3Consumer.Address> addresses =
        enabled
            ? Dubbo3Consumer.of(PLAIN).addresses("192.0.2.7", 20880, metadata, configuration)
            : List.of();

    assertThat(addresses).hasSize(found ? 1 : 0);
    assertThat(addresses).allSatisfy(each -> assertThat(each.port()).isEqualTo(20880));
  }

  @Test
  @DisplayName("A weight of 0 in the metadata is carried; Nacos's own weight is never looked at")
  void weightOfZero() {
    assertThat(Shown.of(Wrote.dubbo27(PLAIN, "weight", "0")).to(PLAIN))
        .singleElement()
        .satisfies(each -> assertThat(each.parameter("weight")).isEqualTo("0"));
    assertThat(Shown.of(Wrote.dubbo27(PLAIN)).to(PLAIN))
        .singleElement()
        .satisfies(each -> assertThat(each.parameter("weight")).isEmpty());
  }

  @Test
  @DisplayName("dubbo.tag survives and is not added: a request without it would find nobody")
  void tags() {
    Shown shown = Shown.of(Wrote.dubbo27(GREET, "dubbo.tag", "gray"), Wrote.dubbo27(PLAIN));

    assertThat(shown.to(GREET).get(0).parameter("dubbo.tag")).isEqualTo("gray");
    assertThat(shown.to(PLAIN).get(0).parameter("dubbo.tag")).isEmpty();
  }

  @Test
  @DisplayName("Nothing is invented: no release, no serialization, no parameter of another service")
  void nothingIsInvented() {
    Registration provider = Wrote.dubbo26(PLAIN);
    Dubbo3Consumer.Address address = Shown.of(provider).to(PLAIN).get(0);

    assertThat(provider.metadata()).containsAllEntriesOf(address.service());
    assertThat(address.service())
        .doesNotContainKeys("serialization", "prefer.serialization", "release", "REGISTRY_CLUSTER");
  }

  @ParameterizedTest
  @CsvSource({
    "protocol",
    "path",
    "category",
    "timestamp",
    "pid",
    "anyhost",
    "bind.ip",
    "bind.port",
    "qos.port",
    "heartbeat.timeout"
  })
  @DisplayName("What describes the process or the address is not in the parameters of a service")
  void whatIsNoParameter(String key) {
    Registration provider =
        Wrote.dubbo27(PLAIN, key, key.equals("path") ? "demo.PlainService" : "7");

    assertThat(Shown.of(provider).to(PLAIN).get(0).service()).doesNotContainKey(key);
  }

  @Test
  @DisplayName("One application may be found under a path only at the interface level: a loss")
  void customPath() {
    Registration custom = Wrote.dubbo27(PLAIN, "path", "ctx/demo.PlainService");
    FoldResult folded = InterfaceFold.fold(List.of(custom, Wrote.dubbo27(ORDER)));

    assertThat(folded.losses())
        .singleElement()
        .satisfies(
            loss -> {
              assertThat(loss.kind()).isEqualTo(Loss.Kind.CUSTOM_PATH);
              assertThat(loss.service().name()).isEqualTo("providers:" + PLAIN);
              assertThat(loss.detail()).contains("ctx/demo.PlainService");
            });
    Shown shown = Shown.of(custom, Wrote.dubbo27(ORDER));
    assertThat(shown.to(PLAIN)).isEmpty();
    assertThat(shown.to(ORDER)).hasSize(1);
  }

  @Test
  @DisplayName("A rolling upgrade gives several revisions at once, each with its own document")
  void rollingUpgrade() {
    FoldResult folded =
        InterfaceFold.fold(
            List.of(
                Wrote.dubbo27(PLAIN, "timeout", "1000"),
                Wrote.at("192.0.2.8", 20880, Wrote.dubbo27(PLAIN, "timeout", "1000")),
                Wrote.at("192.0.2.9", 20880, Wrote.dubbo27(PLAIN, "timeout", "2000"))));
    Map<String, String> configuration =
        folded.documents().entrySet().stream()
            .collect(
                Collectors.toMap(
                    each -> each.getKey().value(), each -> CODEC.encode(each.getValue())));

    assertThat(folded.documents()).hasSize(2);
    assertThat(folded.instances())
        .flatExtracting(each -> Dubbo3Consumer.of(PLAIN).addresses(each, configuration))
        .extracting(each -> each.ip() + " " + each.parameter("timeout"))
        .containsExactly("192.0.2.7 1000", "192.0.2.8 1000", "192.0.2.9 2000");
  }

  @Test
  @DisplayName("Two applications at one ip and port (NAT, port forward) are kept apart by name")
  void twoApplicationsAtOneAddress() {
    FoldResult folded =
        InterfaceFold.fold(
            List.of(Wrote.dubbo27(PLAIN), Wrote.dubbo27(ORDER, "application", "stock")));

    assertThat(folded.instances())
        .extracting(each -> each.application().name().value() + " " + each.port())
        .containsExactly("shop 20880", "stock 20880");
    assertThat(folded.documents()).hasSize(2);
    assertThat(folded.losses()).isEmpty();
  }

  @Test
  @DisplayName("The same id is never used for other content: application and ports are in the hash")
  void revisionsDiffer() {
    List<Registration> variants =
        Arrays.asList(
            Wrote.dubbo27(PLAIN),
            Wrote.at(20881, Wrote.dubbo27(PLAIN)),
            Wrote.dubbo27(PLAIN, "application", "stock"),
            Wrote.dubbo27(PLAIN, "timeout", "1"),
            Wrote.dubbo27(ORDER));

    assertThat(variants.stream().map(each -> Shown.of(each).instance().revision()).distinct())
        .hasSize(variants.size());
  }
}
