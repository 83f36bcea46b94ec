package io.landbridge.migrate.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.migrate.SketchedRegistry;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstances;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is derived is in no legacy cluster, and nothing to carry there. */
class DerivedInstancesTest {

  private static final ServiceKey SHOP = key("shop");
  private static final ServiceKey ORDERS = key("providers:demo.Outer___Order:1.0.0:grp");
  private static final ServiceKey OTHER = key("providers:demo.Other::");

  private final SketchedRegistry here =
      new SketchedRegistry("a:1")
          .registered(SHOP, derived("10.0.0.1"), instance("10.0.0.3"))
          .registered(ORDERS, derived("10.0.0.1"), derived("10.0.0.2"))
          .registered(OTHER, instance("10.0.0.9"));

  @Test
  void isNoDifference() throws Exception {
    ContentComparison comparison =
        new ContentComparison(here, nothing(), "landbridge-ours", line -> {});

    assertThat(comparison.differing(List.of(SHOP, ORDERS, OTHER))).containsExactly(OTHER, SHOP);
    assertThat(comparison.differences(List.of(SHOP, ORDERS, OTHER), 10))
        .extracting(each -> each.service() + " " + each.ip())
        .containsExactlyInAnyOrder("shop 10.0.0.3", "providers:demo.Other:: 10.0.0.9");
  }

  @Test
  void isNothingToExport() throws Exception {
    assertThat(
            RegisteredCount.of(here, List.of(shop(TranslationState.TRANSLATED)), Map.of())
                .exported())
        .isEqualTo(2);
    assertThat(
            RegisteredCount.of(here, List.of(shop(TranslationState.OBSERVED)), Map.of()).exported())
        .as("nothing is looked at that cannot be derived")
        .isEqualTo(5);
  }

  @Test
  void whatTheOtherClusterRefusesIsNotExportedAndNamespacesNobodyCreatedAreLookedAt()
      throws Exception {
    NamespaceId uncreated = NamespaceId.of("Only-Here");
    SketchedRegistry registry =
        new SketchedRegistry("a:1")
            .registered(key("consumers:demo.A:*:g"), instance("10.0.0.1"))
            .registered(key("providers:demo.Out$In::"), instance("10.0.0.2"))
            .registered(key("plain"), instance("10.0.0.3"))
            .registered(new ServiceKey(uncreated, "DEFAULT_GROUP", "shop"), instance("10.0.0.4"));
    PluginApplication shop =
        new PluginApplication(
            new ApplicationKey(uncreated, new ApplicationName("shop")),
            TranslationState.OBSERVED,
            1,
            0,
            List.of(),
            List.of(),
            List.of(),
            false,
            0);

    RegisteredCount count = RegisteredCount.of(registry, List.of(shop), Map.of());

    assertThat(count.exported()).isEqualTo(2);
    assertThat(count.refused()).isEqualTo(2);
    assertThat(count.example()).contains("consumers:demo.A:*:g: it has '*'");
  }

  @Test
  void whatIsImportedIsNotExported() throws Exception {
    ServiceKey refused = key("consumers:demo.A:*:g");
    SketchedRegistry registry =
        new SketchedRegistry("a:1")
            .registered(OTHER, instance("10.0.0.1"), instance("10.0.0.2"))
            .registered(refused, instance("10.0.0.1"));

    RegisteredCount count =
        RegisteredCount.of(
            registry,
            List.of(),
            Map.of(OTHER, Set.of("10.0.0.1:20880"), refused, Set.of("10.0.0.1:20880")));

    assertThat(count.exported()).isEqualTo(1);
    assertThat(count.refused()).isZero();
  }

  /** What is refused of one service is not what is registered in the others. */
  @Test
  void oneServiceThatCannotBeReadKeepsNoOtherFromBeingCounted() throws Exception {
    here.fail(ORDERS.name(), Kind.REFUSED);

    RegisteredCount count =
        RegisteredCount.of(here, List.of(shop(TranslationState.TRANSLATED)), Map.of());

    assertThat(count.exported()).as("as it is listed, and the two others as they are").isEqualTo(4);
    assertThat(count.namespaces()).isEqualTo(1);
  }

  private static PluginApplication shop(TranslationState state) {
    return new PluginApplication(
        new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("shop")),
        state,
        2,
        0,
        List.of("grp/demo.Outer$Order:1.0.0"),
        List.of(),
        List.of(),
        false,
        0);
  }

  /** One without any instances. */
  private static LegacyCluster nothing() {
    return (LegacyCluster)
        Proxy.newProxyInstance(
            LegacyCluster.class.getClassLoader(),
            new Class<?>[] {LegacyCluster.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("instances");
              return LegacyInstances.NONE;
            });
  }

  private static RegisteredInstance derived(String ip) {
    return instance(ip).withMetadata(Map.of(MetadataKeys.DERIVED, "native-interface"));
  }

  private static RegisteredInstance instance(String ip) {
    return new RegisteredInstance(ip, 20880, "DEFAULT", 1, true, true, true, Map.of());
  }

  private static ServiceKey key(String name) {
    return new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", name);
  }
}
