package io.landbridge.migrate.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.SketchedRegistry;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a server refuses about one name is said of that name, and all else is read. */
class RefusedNamesTest {

  private static final List<String> NAUGHTY =
      List.of(
          "orders v2", "订单中心", "a#b", "o'rders", "50%", "a?b", "a;b", "a\nb", "a\u202eb", "a@@b");

  private static final ServiceKey FINE =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "providers:demo.Fine::");

  private static void put(SketchedRegistry registry, ServiceKey service, Registration... all) {
    registry.registered(
        service,
        List.of(all).stream()
            .map(
                each ->
                    new RegisteredInstance(
                        each.ip(), each.port(), "DEFAULT", 1, true, true, true, each.metadata()))
            .toArray(RegisteredInstance[]::new));
  }

  private static SketchedRegistry fine() {
    SketchedRegistry registry = new SketchedRegistry();
    put(registry, FINE, Registrations.of("fine-app", "demo.Fine", "10.0.0.1", 20880));
    return registry;
  }

  private static Inventory read(SketchedRegistry registry, NamespaceId... wanted) throws Exception {
    return InventoryBuilder.read(
        new LandscapeReader(registry, line -> {}), Set.of(wanted), new LandscapeSink() {});
  }

  private static List<String> lost(Inventory inventory) {
    return inventory.untranslatable().stream()
        .map(each -> each.kind() + " " + each.namespace() + " " + each.service())
        .toList();
  }

  @Test
  void everyNameThatCannotBeOneIsNamedAndNobodyAsksForIt() throws Exception {
    SketchedRegistry registry = fine();
    for (int i = 0; i < NAUGHTY.size(); i++) {
      registry.fail(NAUGHTY.get(i), Kind.REFUSED);
      put(
          registry,
          new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "providers:demo.N" + i + "::"),
          Registrations.of(NAUGHTY.get(i), "demo.N" + i, "10.0.1." + i, 20880));
    }

    Inventory inventory = read(registry);

    assertThat(inventory.untranslatable())
        .hasSize(NAUGHTY.size())
        .allSatisfy(each -> assertThat(each.kind()).isEqualTo("BAD_APPLICATION"));
    assertThat(inventory.applications())
        .filteredOn(each -> each.processes() > 0)
        .extracting(ApplicationInventory::application)
        .containsExactly("fine-app");
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"REFUSED", "CONFLICT", "NOT_FOUND", "UNEXPECTED_ANSWER", "TOO_LARGE", "INCOMPLETE"})
  void whatIsRefusedOfOneServiceIsSaidOfIt(Kind kind) throws Exception {
    SketchedRegistry registry = fine();
    ServiceKey odd = new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "odd");
    put(registry, odd);
    put(registry, new ServiceKey(NamespaceId.PUBLIC, "", "x"));
    registry.fail("odd", kind);
    NamespaceId strange = new NamespaceId("a b");
    // A whole list that changed while it was read can be read later.
    registry.used(strange).fail("a b", kind == Kind.INCOMPLETE ? Kind.REFUSED : kind);

    Inventory inventory = read(registry);

    assertThat(lost(inventory))
        .containsExactlyInAnyOrder(
            "UNREADABLE public odd", "UNREADABLE public x", "UNREADABLE a b ");
    assertThat(inventory.applications()).hasSize(1);
    assertThat(inventory.unowned()).hasSize(3);
  }

  /** A whole namespace is told from a service that has no name. */
  @Test
  void aNamespaceThatNobodyCanAskForIsNamedAndAServiceWithoutANameIsNoNamespace() throws Exception {
    SketchedRegistry registry = fine();
    put(registry, new ServiceKey(NamespaceId.PUBLIC, "", ""));
    registry.used("x".repeat(130)).used("ns\nforged\u202e").used(" lead").used("Prod-EU");
    LandscapeReader reader = new LandscapeReader(registry, line -> {});

    Inventory inventory = read(registry);

    assertThat(inventory.namespaces()).containsExactly("Prod-EU", "public");
    assertThat(inventory.untranslatable())
        .extracting(LossInventory::where)
        .containsExactlyInAnyOrder(
            "namespace  lead",
            "namespace ns?forged?",
            "namespace " + "x".repeat(130),
            "service '' of group '' in namespace public");
    assertThat(inventory.untranslatable())
        .allSatisfy(each -> assertThat(each.kind()).isEqualTo("UNREADABLE"))
        .filteredOn(each -> each.where().startsWith("namespace"))
        .allSatisfy(
            each -> assertThat(each.detail()).startsWith("the whole namespace: ").contains("; "));
    assertThat(InventoryBuilder.of(reader.read(Set.of(), each -> true)).untranslatable())
        .containsExactlyInAnyOrderElementsOf(inventory.untranslatable());
    assertThat(inventory.applications()).hasSize(1);
  }

  /** None of these is in the lists of what is not Dubbo's. */
  @Test
  void aServiceOfTheInterfaceLevelWhosePartsNobodyCanTellIsALoss() throws Exception {
    SketchedRegistry registry = fine();
    List<String> odd =
        List.of(
            "providers:demo.V:1:0:",
            "providers:demo.X::g:h",
            "providers:::",
            "providers:",
            "consumers:demo.X::g:h");
    for (String each : odd) {
      put(
          registry,
          new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", each),
          Registrations.of("odd-app", "demo.X", "10.0.1.1", 20880));
    }
    put(
        registry,
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "consumers:demo.Api::"),
        Registrations.with(
            "x", "demo.X", "10.0.1.2", 20880, Map.of("dubbo.metadata.revision", "ab")));

    Inventory inventory = read(registry);

    assertThat(inventory.untranslatable())
        .filteredOn(each -> each.kind().equals("BAD_SERVICE"))
        .extracting(LossInventory::service)
        .containsExactlyInAnyOrderElementsOf(odd);
    assertThat(inventory.totals().otherServices()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"UNREACHABLE", "UNAVAILABLE", "UNAUTHORISED", "INTERRUPTED"})
  void whatIsNotOfOneNameEndsIt(Kind kind) {
    SketchedRegistry registry = fine();
    put(registry, new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "odd"));
    registry.fail("odd", kind);

    assertThatThrownBy(() -> read(registry))
        .isInstanceOfSatisfying(
            RegistryException.class, it -> assertThat(it.kind()).isEqualTo(kind));
  }

  @Test
  void aListOfServicesThatChangesWhileItIsReadEndsIt() {
    SketchedRegistry registry = fine().fail("dev", Kind.INCOMPLETE).used(NamespaceId.of("dev"));

    assertThatThrownBy(() -> read(registry))
        .isInstanceOfSatisfying(
            RegistryException.class, it -> assertThat(it.kind()).isEqualTo(Kind.INCOMPLETE));
  }

  /** What there is most of is there, whatever it is. */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"TOO_LARGE", "INCOMPLETE"})
  void aNamespaceWhoseListCannotBeReadWholeIsNoUnknownOne(Kind kind) {
    SketchedRegistry registry = fine().fail("dev", kind);

    assertThatThrownBy(() -> read(registry, NamespaceId.of("dev")))
        .isInstanceOfSatisfying(
            RegistryException.class, it -> assertThat(it.kind()).isEqualTo(kind));
  }

  /** An error of the server is not a name that nobody can have. */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"REFUSED", "CONFLICT", "NOT_FOUND", "UNEXPECTED_ANSWER", "TOO_LARGE", "INCOMPLETE"})
  void whoConcludesFromWhatIsNotThereGoesOnAfterRefusedNamesAlone(Kind kind) throws Exception {
    SketchedRegistry registry = fine();
    put(registry, new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "odd"));
    registry.fail("odd", kind);
    LandscapeReader complete = new LandscapeReader(registry, line -> {}).complete();

    if (kind == Kind.REFUSED) {
      assertThat(complete.read(Set.of(), each -> true).unreadable()).hasSize(1);
    } else {
      assertThatThrownBy(() -> complete.read(Set.of(), each -> true))
          .isInstanceOfSatisfying(
              RegistryException.class, it -> assertThat(it.kind()).isEqualTo(kind));
    }
  }

  @Test
  void aServerThatAnswersNothingAtAllIsNoMatterOfNames() {
    SketchedRegistry registry = fine().fail(FINE.name(), Kind.UNEXPECTED_ANSWER);

    assertThatThrownBy(() -> read(registry)).isInstanceOf(RegistryException.class);
  }

  @Test
  void aNamespaceThatNobodyMadeIsReadWhereSomethingIsInIt() throws Exception {
    NamespaceId europe = new NamespaceId("Prod-EU");
    SketchedRegistry registry = fine();
    Registration one = Registrations.of("nsx-app", "demo.Nsx", "10.0.0.2", 20880);
    put(registry, new ServiceKey(europe, "DEFAULT_GROUP", "providers:demo.Nsx::"), one);

    assertThat(read(registry).namespaces()).containsExactly("public");
    assertThat(read(registry, europe).applications())
        .extracting(ApplicationInventory::application)
        .containsExactly("nsx-app");
    assertThatThrownBy(() -> read(registry, new NamespaceId("nothing")))
        .isInstanceOf(UnknownNamespaceException.class);

    registry.used(europe);
    assertThatThrownBy(() -> read(registry, new NamespaceId("nothing")))
        .hasMessageContaining("Prod-EU, public");
    assertThat(read(registry).applications())
        .extracting(each -> each.namespace() + " " + each.application())
        .containsExactly("Prod-EU nsx-app", "public fine-app");
  }

  @Test
  void aConsumerWhoseKeyCouldBeMoreIsNamedAndCallsNothing() throws Exception {
    SketchedRegistry registry = fine();
    Registration consumer = Registrations.consumer("web", "demo.Fine", "3.0.4");
    RegisteredInstance announced =
        new RegisteredInstance(
            "10.9.9.9",
            0,
            "DEFAULT",
            1,
            true,
            true,
            true,
            Map.of(
                "application",
                "web",
                "interface",
                "demo.Fine",
                "release",
                "3.0.4",
                "version",
                "1.0\nstep: FORCE_APPLICATION\n#"));
    registry.registered(consumer.service(), announced);

    Inventory inventory = read(registry);

    assertThat(inventory.calls()).isEmpty();
    assertThat(inventory.untranslatable())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.kind()).isEqualTo("BAD_SERVICE");
              assertThat(each.detail()).contains("consumer 'web'", "version").doesNotContain("\n");
            });
  }

  @Test
  void whatOnlyAMemberCanTellIsALossOfWhoItCanBeOf() throws Exception {
    LossInventory conflict =
        LossInventory.told(
            "CONFLICT",
            "public",
            "DEFAULT_GROUP",
            FINE.name(),
            "10.0.0.1:20880",
            "two processes of fine-app claim this address");
    LossInventory stray =
        LossInventory.told(
            "CONFLICT", "public", "DEFAULT_GROUP", "providers:demo.Gone::", "10.0.0.3:1", "two");

    Inventory inventory = read(fine()).withLosses(List.of(conflict, conflict, stray));

    assertThat(inventory.applications().get(0).losses()).containsExactly(conflict);
    assertThat(inventory.unowned()).containsExactly(stray);
  }
}
