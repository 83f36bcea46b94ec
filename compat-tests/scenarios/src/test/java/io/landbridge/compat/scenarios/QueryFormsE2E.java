package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.fleet.ApplicationProvider;
import io.landbridge.compat.load.fleet.DubboLine;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every way to ask for instances answers for derived ones what it answers for the native ones they
 * are derived from: the same addresses, clusters, states and errors, with every filter and setting
 * of the service. The oracle is the server itself.
 */
class QueryFormsE2E {

  private static final long STARTED = 1795176524665L;

  private static final ServiceName UP_NATIVE = ServiceName.of("providers:demo.AskedService::");
  private static final ServiceName UP_DERIVED = ServiceName.of("asked-upward");
  private static final ServiceName DOWN_NATIVE = ServiceName.of("asked-downward");
  private static final ServiceName DOWN_DERIVED = ServiceName.of("providers:demo.LaterService::");
  private static final ServiceName DOWN_LEGACY = ServiceName.of("providers:demo.LaterService");

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void derivedInstancesAreAnsweredLikeNativeOnes(NacosVersion version) {
    ServerSpec spec =
        ServerSpec.of(version)
            .withPlugin(Artifacts.locate().pluginJar())
            .withProperty("nacos.core.api.compatibility.console.enabled", "true")
            .withProperty("nacos.core.api.compatibility.admin.enabled", "true")
            // Services with settings and without instances would be taken away after a minute.
            .withProperty("nacos.naming.clean.empty-service.expired-time", "3600000");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        Wire wire = Wire.open(1);
        WireClient client = Steps.connect(ensemble.member(0), wire)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      Switches switches = new Switches(server.api(), "public");
      QueryForms forms = new QueryForms(server.api(), client);
      client.registerBatch(UP_NATIVE, mixed(QueryFormsE2E::interfaceLevel)).join();
      switches.publish(applicationLevel("10.0.0.1"));
      client.registerBatch(DOWN_NATIVE, mixed(ip -> applicationLevel(ip).registration())).join();
      switches.on(UP_DERIVED.name());
      switches.on(DOWN_NATIVE.name());
      isShown(client, UP_DERIVED);
      isShown(client, DOWN_DERIVED);

      alike(forms);
      ServiceSettings settings = new ServiceSettings(server.api());
      for (ServiceName service : List.of(UP_NATIVE, DOWN_NATIVE)) {
        settings.update(service, "0.9", "");
      }
      for (ServiceName service : List.of(UP_DERIVED, DOWN_DERIVED, DOWN_LEGACY)) {
        settings.create(service, "0.9", "");
      }
      protectedOnes(forms, UP_DERIVED);
      protectedOnes(forms, DOWN_DERIVED);
      alike(forms);
      for (String selector :
          List.of(
              "{\"type\":\"none\"}",
              "{\"type\":\"label\",\"expression\":"
                  + "\"CONSUMER.label.zone = PROVIDER.label.zone\"}")) {
        for (ServiceName service :
            List.of(UP_NATIVE, DOWN_NATIVE, UP_DERIVED, DOWN_DERIVED, DOWN_LEGACY)) {
          settings.update(service, "0", selector);
        }
        alike(forms);
      }
    }
  }

  private static void alike(QueryForms forms) {
    alike(forms, UP_NATIVE, UP_DERIVED);
    alike(forms, DOWN_NATIVE, DOWN_DERIVED);
    alike(forms, DOWN_NATIVE, DOWN_LEGACY);
  }

  private static void alike(QueryForms forms, ServiceName ofNatives, ServiceName ofDerived) {
    // What was changed a moment ago may reach the one before the other.
    await()
        .alias(ofDerived.name() + " is answered like " + ofNatives.name())
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              SortedMap<String, JsonNode> derived = forms.ask(ofDerived);
              SortedMap<String, JsonNode> natives = forms.ask(ofNatives);
              assertThat(derived).hasSizeGreaterThan(20);
              assertThat(differences(natives, derived)).isEmpty();
            });
  }

  private static List<String> differences(
      SortedMap<String, JsonNode> natives, SortedMap<String, JsonNode> derived) {
    return natives.entrySet().stream()
        .filter(each -> !each.getValue().equals(derived.get(each.getKey())))
        .map(
            each ->
                "%s%n  native:  %s%n  derived: %s"
                    .formatted(each.getKey(), each.getValue(), derived.get(each.getKey())))
        .toList();
  }

  /** With too few healthy instances all are shown as healthy. */
  private static void protectedOnes(QueryForms forms, ServiceName service) {
    await()
        .alias(service.name() + " is protected")
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              JsonNode answer = forms.ask(service).get("v1 list");
              assertThat(answer.findPath("reachProtectionThreshold").asBoolean()).isTrue();
              assertThat(answer.findPath("hosts")).hasSize(4);
              assertThat(answer.findPath("hosts").findValues("healthy"))
                  .allMatch(JsonNode::asBoolean);
            });
  }

  private static void isShown(WireClient client, ServiceName service) {
    await()
        .alias(service.name() + " is shown")
        .atMost(Steps.SOON)
        .until(() -> client.list(service).join().instances().size() == 4);
  }

  private interface Registered {
    Instance at(String ip);
  }

  /** Two clusters, healthy and unhealthy instances in both, and one out of service. */
  private static List<Instance> mixed(Registered provider) {
    return List.of(
        in(provider.at("10.0.0.1"), true, true, "DEFAULT"),
        in(provider.at("10.0.0.2"), true, true, "EAST"),
        in(provider.at("10.0.0.3"), false, true, "DEFAULT"),
        in(provider.at("10.0.0.4"), true, false, "DEFAULT"),
        in(provider.at("10.0.0.5"), false, true, "EAST"));
  }

  private static Instance in(Instance of, boolean healthy, boolean enabled, String cluster) {
    return new Instance(of.ip(), of.port(), of.weight(), healthy, enabled, cluster, of.metadata());
  }

  private static Instance interfaceLevel(String ip) {
    return new DubboProvider(
            DubboLine.DUBBO_3,
            UP_DERIVED.name(),
            ip,
            20880,
            4711,
            STARTED,
            List.of("demo.AskedService"))
        .registrations()
        .get(UP_NATIVE);
  }

  private static ApplicationProvider applicationLevel(String ip) {
    return new ApplicationProvider(
        DOWN_NATIVE.name(), ip, 20880, STARTED, List.of("demo.LaterService"));
  }
}
