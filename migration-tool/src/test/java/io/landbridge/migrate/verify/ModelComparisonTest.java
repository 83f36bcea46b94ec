package io.landbridge.migrate.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.report.result.VerifyResult;
import io.landbridge.migrate.verify.Comparison.Finding;
import io.landbridge.migrate.verify.Comparison.ParameterFinding;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ModelComparisonTest {

  private static final Registration ORDER =
      Registrations.of("shop", "demo.Order", "10.0.0.1", 20880);
  private static final Registration PLAIN =
      Registrations.of("shop", "demo.Plain", "10.0.0.1", 20880);

  private static Comparison compare(Landscape landscape, ApplicationLevel level) {
    return new ModelComparison(landscape, level)
        .compare(InventoryBuilder.of(landscape).applications().get(0));
  }

  @Test
  void whatIsTranslatedIsEqual() {
    List<Registration> providers = List.of(ORDER, PLAIN);

    Comparison comparison =
        compare(Registrations.translated(providers), Registrations.published(providers));

    assertThat(comparison.equal()).isTrue();
    assertThat(comparison.addresses()).isEqualTo(2);
  }

  @Test
  void whatIsNotSwitchedOnIsMissing() {
    Comparison comparison =
        compare(
            Registrations.untranslated(List.of(ORDER)), new ApplicationLevel(Map.of(), Map.of()));

    assertThat(comparison.equal()).isFalse();
    assertThat(comparison.missing())
        .containsExactly(
            new Finding(
                "demo.Order",
                "dubbo",
                "10.0.0.1:20880",
                "the application has no derived instances; is translation switched on?"));
    assertThat(comparison.unmapped()).containsExactly("demo.Order");
  }

  @Test
  void whatIsTooLargeIsNotTakenForNotSwitchedOn() {
    Landscape landscape = Registrations.untranslated(List.of(ORDER));
    ModelComparison comparison =
        new ModelComparison(landscape, new ApplicationLevel(Map.of(), Map.of()));

    assertThat(
            comparison
                .compare(
                    InventoryBuilder.of(landscape).applications().get(0),
                    Optional.of("TOO_LARGE at 10.0.0.1:20880: split it"))
                .missing())
        .extracting(Finding::reason)
        .containsExactly(
            "the application is not translated: TOO_LARGE at 10.0.0.1:20880: split it; see"
                + " 'landbridge status'");
  }

  /** Consumers of interfaces can call it, and nobody else ever finds it: that is not equal. */
  @Test
  void whatIsLeftOutBecauseOfItsNameIsSaidToBeAndNotEqual() {
    for (String name : List.of("orders v2", "..", "consumers:demo.Api::")) {
      Registration bad = Registrations.of(name, "demo.Order", "10.0.0.1", 20880);

      Comparison comparison =
          compare(
              Registrations.untranslated(List.of(bad)), new ApplicationLevel(Map.of(), Map.of()));

      assertThat(comparison.application()).isEqualTo(name);
      assertThat(comparison.equal()).isFalse();
      assertThat(comparison.leftOut()).isTrue();
      assertThat(VerifyResult.of("", Instant.EPOCH, List.of(comparison), List.of(), true).equal())
          .isFalse();
      assertThat(VerifyResult.of("", Instant.EPOCH, List.of(comparison), List.of(), false).equal())
          .isTrue();
      assertThat(comparison.missing())
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.address()).isEqualTo("10.0.0.1:20880");
                assertThat(each.reason())
                    .startsWith("left out, BAD_APPLICATION: application '" + name + "'")
                    .contains("change dubbo.application.name");
              });
    }
  }

  @Test
  void aProcessThatCameAfterwardsIsMissing() {
    Registration late = Registrations.of("shop", "demo.Order", "10.0.0.2", 20880);
    Landscape before = Registrations.translated(List.of(ORDER));
    Landscape now = with(before, List.of(ORDER, late), before.applicationServices());

    assertThat(compare(now, Registrations.published(List.of(ORDER))).missing())
        .extracting(Finding::address)
        .containsExactly("10.0.0.2:20880");
  }

  @Test
  void aProcessThatWentIsExtra() {
    List<Registration> both =
        List.of(ORDER, Registrations.of("shop", "demo.Order", "10.0.0.2", 20880));
    Landscape before = Registrations.translated(both);
    Landscape now = with(before, List.of(ORDER), before.applicationServices());

    assertThat(compare(now, Registrations.published(both)).extra())
        .extracting(Finding::address)
        .containsExactly("10.0.0.2:20880");
  }

  @Test
  void changedParametersAreNamedOneByOne() {
    Registration changed =
        Registrations.with("shop", "demo.Order", "10.0.0.1", 20880, Map.of("timeout", "5"));
    Landscape before = Registrations.translated(List.of(ORDER));
    Landscape now = with(before, List.of(changed), before.applicationServices());

    assertThat(compare(now, Registrations.published(List.of(ORDER))).different())
        .containsExactly(
            new ParameterFinding("demo.Order", "dubbo", "10.0.0.1:20880", "timeout", "5", ""));
  }

  @Test
  void aMissingDocumentIsTheReason() {
    Comparison comparison =
        compare(
            Registrations.translated(List.of(ORDER)),
            new ApplicationLevel(Map.of(), Registrations.published(List.of(ORDER)).mappings()));

    assertThat(comparison.missing()).hasSize(1);
    assertThat(comparison.unmapped()).isEmpty();
  }

  @Test
  void aCustomPathCannotBeFound() {
    List<Registration> providers =
        List.of(Registrations.with("shop", "demo.Order", "10.0.0.1", 20880, Map.of("path", "x/y")));

    assertThat(
            compare(Registrations.translated(providers), Registrations.published(providers))
                .missing())
        .singleElement()
        .satisfies(each -> assertThat(each.reason()).contains("path 'x/y'"));
  }

  @Test
  void whatAProviderDescribesItselfIsLeftOpen() {
    Comparison comparison = besideOneThatDescribesItself(20880, Map.of());

    assertThat(comparison.unverified()).hasSize(1);
    assertThat(comparison.equal()).isTrue();
  }

  @Test
  void everyPortOfAProviderThatDescribesItselfIsItsOwn() {
    Comparison comparison =
        besideOneThatDescribesItself(
            50051,
            Map.of(
                "dubbo.endpoints",
                "[{\"port\":50051,\"protocol\":\"tri\"},{\"port\":20880,\"protocol\":\"dubbo\"}]"));

    assertThat(comparison.unverified()).hasSize(1);
    assertThat(comparison.equal()).isTrue();
  }

  @Test
  void anotherProcessAtTheSameIpDescribesOnlyItself() {
    Comparison comparison = besideOneThatDescribesItself(20881, Map.of());

    assertThat(comparison.unverified()).isEmpty();
    assertThat(comparison.missing()).extracting(Finding::address).containsExactly("10.0.0.1:20880");
  }

  private static Comparison besideOneThatDescribesItself(int port, Map<String, String> more) {
    Map<String, String> metadata = new TreeMap<>(more);
    metadata.put("dubbo.metadata.revision", "r");
    metadata.put("dubbo.metadata.storage-type", "local");
    SortedMap<ServiceKey, List<RegisteredInstance>> services = new TreeMap<>();
    services.put(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop"),
        List.of(
            new RegisteredInstance("10.0.0.1", port, "DEFAULT", 1, true, true, true, metadata)));
    return compare(
        with(Registrations.untranslated(List.of()), List.of(ORDER), services),
        Registrations.published(List.of(ORDER)));
  }

  @Test
  void aDisabledProviderIsExpectedInNeitherModel() {
    Registration off =
        Registrations.with("shop", "demo.Plain", "10.0.0.1", 20880, Map.of("enabled", "false"));
    List<Registration> providers = List.of(ORDER, off);

    assertThat(
            compare(Registrations.translated(providers), Registrations.published(providers))
                .equal())
        .isTrue();
  }

  @Property(tries = 200)
  void translationIsAlwaysEqualAndLosingAnythingIsSeen(
      @ForAll("providers") List<Registration> providers) {
    Landscape landscape = Registrations.translated(providers);
    ApplicationLevel level = Registrations.published(providers);
    Inventory inventory = InventoryBuilder.of(landscape);
    ModelComparison complete = new ModelComparison(landscape, level);
    ModelComparison withoutInstances =
        new ModelComparison(Registrations.untranslated(providers), level);
    ModelComparison withoutMapping =
        new ModelComparison(landscape, new ApplicationLevel(level.documents(), Map.of()));

    for (var application : inventory.applications()) {
      assertThat(complete.compare(application).equal()).isTrue();
      assertThat(withoutInstances.compare(application).equal()).isFalse();
      assertThat(withoutMapping.compare(application).equal()).isFalse();
    }
  }

  @Provide
  Arbitrary<List<Registration>> providers() {
    return Combinators.combine(
            Arbitraries.of("shop", "pay"),
            Arbitraries.of("demo.A", "demo.B", "demo.C"),
            Arbitraries.of("10.0.0.1", "10.0.0.2"),
            Arbitraries.of(20880, 20881),
            Arbitraries.of("", "1.0.0"),
            Arbitraries.of("", "grpA"))
        .as(
            (application, name, ip, port, version, group) ->
                Registrations.with(
                    application, name, ip, port, Map.of("version", version, "group", group)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(10)
        .uniqueElements(
            each -> each.service() + each.address() + each.metadata().get("application"))
        .uniqueElements(each -> each.address() + each.metadata().get("interface"))
        .map(ArrayList::new);
  }

  private static Landscape with(
      Landscape landscape,
      List<Registration> providers,
      SortedMap<ServiceKey, List<RegisteredInstance>> services) {
    return new Landscape(
        landscape.server(),
        landscape.namespaces(),
        providers,
        services,
        new TreeMap<>(),
        0,
        0,
        List.of());
  }
}
