package io.landbridge.migrate.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.inventory.ApplicationInventory.InterfaceInventory;
import io.landbridge.migrate.inventory.ApplicationInventory.Level;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InventoryBuilderTest {

  @Test
  void ordersByApplicationAndCountsProcesses() {
    Inventory inventory =
        InventoryBuilder.of(
            Registrations.untranslated(
                List.of(
                    Registrations.of("shop", "demo.Order", "10.0.0.1", 20880),
                    Registrations.of("shop", "demo.Plain", "10.0.0.1", 20880),
                    Registrations.of("shop", "demo.Plain", "10.0.0.2", 20880),
                    Registrations.with(
                        "old", "demo.Plain", "10.0.0.3", 20880, Map.of("release", "")))));

    assertThat(inventory.applications())
        .extracting(ApplicationInventory::application)
        .containsExactly("old", "shop");
    ApplicationInventory shop = inventory.applications().get(1);
    assertThat(shop.level()).isEqualTo(Level.INTERFACE);
    assertThat(shop.registrations()).isEqualTo(3);
    assertThat(shop.processes()).isEqualTo(2);
    assertThat(shop.revisions()).hasSize(2);
    assertThat(shop.interfaces())
        .extracting(each -> each.service() + " " + each.addresses())
        .containsExactly("demo.Order 1", "demo.Plain 2");
    assertThat(inventory.applications().get(0).releases())
        .containsExactly(ApplicationInventory.NO_RELEASE);
    assertThat(inventory.totals()).isEqualTo(new Inventory.Totals(2, 3, 4, 3, 0, 0));
  }

  @Test
  void aNestedInterfaceIsOfferedAndCalledByTheSameName() {
    Map<String, String> nested =
        Map.of("interface", "demo.Outer$Inner", "path", "demo.Outer$Inner");
    Registration consumer =
        new Registration(
            new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "consumers:demo.Outer___Inner::"),
            "",
            "10.9.9.9",
            0,
            "DEFAULT",
            true,
            true,
            true,
            Map.of("application", "till", "release", "2.7.23"));

    Inventory inventory =
        InventoryBuilder.of(
            Registrations.untranslated(
                List.of(
                    Registrations.with("shop", "demo.Outer___Inner", "10.0.0.1", 20880, nested)),
                List.of(consumer)));

    assertThat(inventory.applications().get(0).losses()).isEmpty();
    assertThat(inventory.applications().get(0).interfaces())
        .extracting(InterfaceInventory::service)
        .containsExactly("demo.Outer$Inner");
    assertThat(inventory.calls())
        .extracting(Call::service, Call::interfaceName)
        .containsExactly(tuple("demo.Outer$Inner", "demo.Outer$Inner"));
  }

  @Test
  void derivedInstancesAreNotTakenForNativeOnes() {
    List<Registration> providers =
        List.of(Registrations.of("shop", "demo.Plain", "10.0.0.1", 20880));
    ApplicationInventory shop =
        InventoryBuilder.of(Registrations.translated(providers)).applications().get(0);

    assertThat(shop.level()).isEqualTo(Level.INTERFACE);
    assertThat(shop.derivedInstances()).isEqualTo(1);
    assertThat(shop.nativeInstances()).isZero();
  }

  @Test
  void anApplicationThatRegistersOnlyItselfIsListed() {
    TreeMap<ServiceKey, List<RegisteredInstance>> services = new TreeMap<>();
    services.put(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "modern"),
        List.of(
            new RegisteredInstance(
                "10.0.0.1",
                50051,
                "DEFAULT",
                1,
                true,
                true,
                true,
                Map.of("dubbo.metadata.revision", "abc"))));
    Inventory inventory =
        InventoryBuilder.of(
            new Landscape(
                Registrations.SERVER,
                List.of(NamespaceId.PUBLIC),
                List.of(),
                services,
                new TreeMap<>(),
                0,
                0,
                List.of()));

    assertThat(inventory.applications().get(0).level()).isEqualTo(Level.APPLICATION);
    assertThat(inventory.applications().get(0).nativeInstances()).isEqualTo(1);
  }

  @Test
  void whatCannotBeTranslatedIsListedAndDisturbsNothing() {
    Inventory inventory =
        InventoryBuilder.of(
            Registrations.untranslated(
                List.of(
                    Registrations.of("shop", "demo.Plain", "10.0.0.1", 20880),
                    Registrations.with(
                        "shop", "demo.Plain", "10.0.0.2", 20880, Map.of("protocol", "")),
                    Registrations.with(
                        "shop", "demo.Plain", "10.0.0.3", 20880, Map.of("application", "")),
                    Registrations.with(
                        "shop", "demo.Plain", "10.0.0.4", 20880, Map.of("application", "a\u0007")),
                    Registrations.of("shop", "demo.Plain", "10.0.0.5", 0))));

    assertThat(inventory.untranslatable())
        .extracting(each -> each.kind() + " " + each.address())
        .containsExactlyInAnyOrder(
            "NO_PROTOCOL 10.0.0.2:20880",
            "NO_APPLICATION 10.0.0.3:20880",
            "BAD_APPLICATION 10.0.0.4:20880",
            "BAD_PORT 10.0.0.5:0");
    assertThat(inventory.applications()).hasSize(1);
    assertThat(inventory.applications().get(0).registrations()).isEqualTo(1);
    assertThat(inventory.applications().get(0).losses()).hasSize(2);
  }

  @Test
  void anApplicationLevelRegistrationNobodyCanUseIsListed() {
    TreeMap<ServiceKey, List<RegisteredInstance>> services = new TreeMap<>();
    services.put(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "older"),
        List.of(
            new RegisteredInstance(
                "10.0.0.1",
                20880,
                "DEFAULT",
                1,
                true,
                true,
                true,
                Map.of(
                    "dubbo.metadata-service.url-params",
                    "{\"dubbo\":{\"version\":\"1.0.0\",\"port\":\"20881\"}}",
                    "dubbo.endpoints",
                    "[{\"port\":20880,\"protocol\":\"dubbo\"}]"))));

    Inventory inventory =
        InventoryBuilder.of(
            new Landscape(
                Registrations.SERVER,
                List.of(NamespaceId.PUBLIC),
                List.of(),
                services,
                new TreeMap<>(),
                0,
                0,
                List.of()));

    assertThat(inventory.untranslatable())
        .extracting(each -> each.kind() + " " + each.service() + " " + each.address())
        .containsExactly("OLDER_FORMAT older 10.0.0.1:20880");
    assertThat(inventory.applications().get(0).level()).isEqualTo(Level.APPLICATION);
  }

  @Test
  void aServiceThatSharesItsNameWithAnApplicationIsAHazardOfIt() {
    Landscape shop =
        Registrations.untranslated(
            List.of(Registrations.of("shop", "demo.Plain", "10.0.0.1", 20880)));
    TreeMap<ServiceKey, String> foreign = new TreeMap<>();
    for (String name : List.of("shop", "somebody-else")) {
      foreign.put(new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", name), "10.0.0.9:8080");
    }

    Inventory inventory =
        InventoryBuilder.of(
            new Landscape(
                shop.server(),
                shop.namespaces(),
                shop.providers(),
                shop.applicationServices(),
                foreign,
                0,
                2,
                List.of()));

    assertThat(inventory.applications()).hasSize(1);
    assertThat(inventory.applications().get(0).level()).isEqualTo(Level.INTERFACE);
    assertThat(inventory.applications().get(0).losses())
        .extracting(each -> each.kind() + " " + each.service() + " " + each.address())
        .containsExactly("FOREIGN_INSTANCES shop 10.0.0.9:8080");
    LossInventory loss = inventory.applications().get(0).losses().get(0);
    assertThat(loss.dropped()).isFalse();
    // What is found and what to do stand next to each other wherever a loss is shown.
    assertThat(loss.detail()).doesNotContain("rename", "--force");
    assertThat(loss.advice()).contains("rename the application", "landbridge apply --force");
  }
}
