package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Three providers of one application: one registers interfaces, one the application, one both. What
 * is derived of one stands in the same service as what another registered itself, and must be the
 * same.
 */
class SamePictureE2E {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<String> SERVICES =
      List.of(
          "providers:demo.GreetService:1.0.0:grpA",
          "providers:demo.OrderService:2.0.0:",
          "providers:demo.PlainService::");

  /** Of one process, or of us. */
  private static final Set<String> OF_ITS_OWN =
      Set.of("timestamp", "pid", "landbridge.origin", "anyhost", "register-mode");

  /** A part of the provider's inside, and whether it writes a mapping. */
  private static final Set<String> NOT_OF_THE_SERVICE =
      Set.of("REGISTRY_CLUSTER", "service-name-mapping");

  @TempDir static Path work;

  private static NacosEnsemble ensemble;

  @BeforeAll
  static void start() {
    ensemble =
        NacosEnsemble.start(
            ServerSpec.of(NacosVersion.V3_1_0).withPlugin(Artifacts.locate().pluginJar()));
  }

  @AfterAll
  static void end() {
    ensemble.close();
  }

  @ParameterizedTest
  @CsvSource({"DUBBO_3_2, remote, tri", "DUBBO_3_3, local, tri dubbo"})
  void whatIsDerivedIsWhatAnotherRegistersItself(
      DubboLine line, String metadataType, String protocols) {
    Fleet fleet = new Fleet(line, metadataType, List.of(protocols.split(" ")));
    try (ProviderProcess both = fleet.start("all");
        ProviderProcess alone = fleet.start("instance");
        ProviderProcess interfaces = fleet.start("interface")) {
      if (metadataType.equals("remote")) {
        // What the provider keeps itself need not be known before it is switched on.
        eventually(() -> verifyMissesWhatIsNotShown(fleet.verified(3), fleet, alone));
      }
      fleet.switchOn();

      for (String service : SERVICES) {
        eventually(() -> isShownAsAnInterface(fleet, service, alone, both));
      }
      // What a process registers one after the other is derived so, too.
      eventually(() -> isShownAsAnApplication(fleet, interfaces, alone, both));
      eventually(() -> verifyFindsBothDirectionsEqual(fleet.verified(0), fleet, alone));
    }
  }

  private static void verifyMissesWhatIsNotShown(
      JsonNode compared, Fleet fleet, ProviderProcess alone) {
    assertThat(compared.path("extra").findValuesAsText("address"))
        .as("%s", compared)
        .hasSizeGreaterThanOrEqualTo(SERVICES.size())
        .allMatch(each -> each.endsWith(":" + alone.port(fleet.shown())));
  }

  private static void verifyFindsBothDirectionsEqual(
      JsonNode compared, Fleet fleet, ProviderProcess alone) {
    assertThat(compared.path("different")).as("%s", compared).isEmpty();
    assertThat(compared.path("unverified").findValuesAsText("address"))
        .as("%s", compared)
        .noneMatch(each -> each.endsWith(":" + alone.port(fleet.shown())));
    // What is shown of the one that registers its application alone, and of the one that does not.
    assertThat(compared.path("addresses").asInt())
        .as("%s", compared)
        .isGreaterThanOrEqualTo(2 * SERVICES.size());
  }

  private static void isShownAsAnInterface(
      Fleet fleet, String service, ProviderProcess alone, ProviderProcess both) {
    JsonNode derived = fleet.shown(service, alone.port(fleet.shown()));
    assertThat(derived.path("metadata").path("landbridge.origin").asText())
        .isEqualTo("native-application");
    assertThat(comparable(derived))
        .as(service)
        .isEqualTo(comparable(fleet.shown(service, both.port(fleet.shown()))));
    // Who reads this knows dubbo, and would only log an error for tri.
    assertThat(fleet.ports(service)).filteredOn(fleet.ports(alone)::contains).hasSize(1);
  }

  private static void isShownAsAnApplication(
      Fleet fleet, ProviderProcess interfaces, ProviderProcess alone, ProviderProcess both) {
    JsonNode derived = fleet.shown(fleet.application(), interfaces.port(fleet.shown()));
    assertThat(derived.path("metadata").path("landbridge.origin").asText())
        .isEqualTo("native-interface");
    assertThat(endpoints(derived)).isEqualTo(fleet.endpoints(interfaces));
    assertThat(endpoints(fleet.shown(fleet.application(), both.port(fleet.shown()))))
        .isEqualTo(fleet.endpoints(both));
    // Each process once, the one that is at both levels, too.
    assertThat(fleet.ports(fleet.application())).hasSize(3);
    assertThat(services(fleet.document(derived)))
        .isEqualTo(
            services(fleet.document(fleet.shown(fleet.application(), alone.port(fleet.shown())))));
  }

  /** What providers of an application do. */
  private record Fleet(DubboLine line, String metadataType, List<String> protocols) {

    String application() {
      return "shop-" + line.dubbo() + "-" + String.join("-", protocols);
    }

    String group() {
      return "of-" + application();
    }

    /** The protocol that is shown to those who look for interfaces. */
    String shown() {
      return protocols.contains("dubbo") ? "dubbo" : "tri";
    }

    List<Integer> ports(ProviderProcess provider) {
      return protocols.stream().map(provider::port).toList();
    }

    Set<String> endpoints(ProviderProcess provider) {
      return protocols.stream()
          .map(protocol -> protocol + " " + provider.port(protocol))
          .collect(Collectors.toSet());
    }

    ProviderProcess start(String registerMode) {
      return ProviderProcess.start(
          line,
          ProviderSettings.of(ensemble.member(0).address(), application())
              .withGroup(group())
              .withRun(registerMode)
              .withRegisterMode(registerMode)
              .withMetadataType(metadataType)
              .withProtocols(protocols.toArray(String[]::new))
              .withWeight(50)
              .withTag("gray")
              .withCustomKey("V a"),
          work);
    }

    void switchOn() {
      NacosApi api = ensemble.api(0);
      new Steps(work, application()).isObserved(ensemble.member(0));
      NacosApi.Answer answer =
          api.put(
              "/landbridge/v1/translation",
              Map.of("application", application(), "enabled", "true"));
      assertThat(answer.ok()).as(answer.toString()).isTrue();
    }

    /** What the command finds, which has to end with that code. */
    JsonNode verified(int exitCode) {
      CommandLineTool.Run run =
          CommandLineTool.ofThisBuild(work)
              .run(
                  "verify",
                  "--server",
                  ensemble.member(0).address(),
                  "--application",
                  application(),
                  "-o",
                  "json");
      assertThat(run.exitCode()).as("%s", run).isEqualTo(exitCode);
      return run.json().path("applications").path(0);
    }

    /** The instance of a service at a port, as soon as there is one. */
    JsonNode shown(String service, int port) {
      return await()
          .alias(service + " at " + port)
          .atMost(Steps.SOON)
          .until(() -> find(service, port), each -> !each.isMissingNode());
    }

    private JsonNode find(String service, int port) {
      return hosts(service)
          .filter(each -> each.path("port").asInt() == port)
          .findFirst()
          .orElse(JSON.missingNode());
    }

    List<Integer> ports(String service) {
      return hosts(service).map(each -> each.path("port").asInt()).toList();
    }

    private Stream<JsonNode> hosts(String service) {
      JsonNode list =
          ensemble
              .api(0)
              .get("/v1/ns/instance/list", Map.of("serviceName", service, "groupName", group()))
              .json()
              .path("hosts");
      return Stream.iterate(0, i -> i < list.size(), i -> i + 1).map(list::get);
    }

    /** What an instance serves, as the catalog has it, proven by its hash. */
    JsonNode document(JsonNode instance) {
      String revision = instance.path("metadata").path("dubbo.metadata.revision").asText();
      return await()
          .alias("document " + revision)
          .atMost(Steps.SOON)
          .ignoreExceptions()
          .until(
              () ->
                  ensemble
                      .api(0)
                      .get("/landbridge/v1/document", Map.of("revision", revision))
                      .json()
                      .path("data"),
              each -> each.path("services").size() > 0);
    }
  }

  private static SortedMap<String, String> comparable(JsonNode instance) {
    SortedMap<String, String> metadata = new TreeMap<>();
    instance
        .path("metadata")
        .fields()
        .forEachRemaining(each -> metadata.put(each.getKey(), each.getValue().asText()));
    metadata.keySet().removeAll(OF_ITS_OWN);
    return metadata;
  }

  private static Set<String> endpoints(JsonNode instance) {
    try {
      Set<String> endpoints = new TreeSet<>();
      JSON.readTree(instance.path("metadata").path("dubbo.endpoints").asText())
          .forEach(each -> endpoints.add(each.path("protocol").asText() + " " + each.path("port")));
      return endpoints;
    } catch (JsonProcessingException e) {
      throw new AssertionError(instance.toString(), e);
    }
  }

  /** The services of a document without their ports, and without what is no use to a consumer. */
  private static SortedMap<String, SortedMap<String, String>> services(JsonNode document) {
    SortedMap<String, SortedMap<String, String>> services = new TreeMap<>();
    for (JsonNode service : document.path("services")) {
      SortedMap<String, String> params = new TreeMap<>();
      service
          .path("params")
          .fields()
          .forEachRemaining(each -> params.put(each.getKey(), each.getValue().asText()));
      params.keySet().removeAll(NOT_OF_THE_SERVICE);
      params.keySet().removeAll(OF_ITS_OWN);
      for (String field : List.of("path", "version", "group")) {
        params.put(field + " of the entry", service.path(field).asText());
      }
      services.put(service.path("name").asText() + " " + service.path("protocol").asText(), params);
    }
    return services;
  }
}
