package io.landbridge.migrate.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.SketchedRegistry;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one of two clusters refuses about a name is said of that name; the rest is compared. */
class ContentComparisonTest {

  private static final ServiceKey WILD =
      new ServiceKey(NamespaceId.PUBLIC, "g", "consumers:demo.A:*:g");

  private final Sketch ground = new Sketch();
  private final SketchedRegistry here = new SketchedRegistry();

  private List<PluginBridgeDifference> compare() throws RegistryException {
    ContentComparison comparison =
        new ContentComparison(here, ground.legacy(), "landbridge-ours", line -> {});
    SortedSet<ServiceKey> differing = comparison.differing(comparison.services());
    return comparison.differences(differing, 100);
  }

  private static RegisteredInstance instance() {
    return new RegisteredInstance("10.0.0.1", 80, "DEFAULT", 1, true, true, true, Map.of());
  }

  @Test
  void whatCannotBeComparedIsNamedAndTheRestIs() throws Exception {
    ground.further = List.of(new ServiceKey(NamespaceId.PUBLIC, "", "x"));
    here.fail("dev", Kind.REFUSED)
        .fail("odd", Kind.REFUSED)
        .registered(new ServiceKey(NamespaceId.PUBLIC, "g", "odd"), instance())
        .registered(WILD, instance());

    assertThat(compare())
        .extracting(each -> each.namespace() + " " + each.service() + " " + each.field())
        .containsExactly(
            "dev  namespace",
            "public odd service",
            "public x service",
            "public consumers:demo.A:*:g instance");
    assertThat(compare())
        .extracting(PluginBridgeDifference::lasting)
        .as("a refusal that no rule of names explains may be gone tomorrow")
        .containsExactly(false, false, true, true);
    assertThat(compare().get(2).reason()).contains("DELETE");
    assertThat(compare().get(3).reason()).contains("cannot be exported", "'*'");
  }

  @Test
  void theCallThatRemovesAServiceIsNotCut() throws Exception {
    String name = "providers:" + "x".repeat(200) + "::";
    ground.further = List.of(new ServiceKey(NamespaceId.of("dev"), "", name));

    assertThat(compare())
        .filteredOn(each -> each.service().equals(name))
        .singleElement()
        .satisfies(each -> assertThat(each.reason()).contains("%3A%3A&namespaceId=dev'"));
  }

  @Test
  void anInstanceThatIsTooLargeToImportStaysADifference() throws Exception {
    RegisteredInstance large =
        new RegisteredInstance(
            "10.0.0.9", 80, "DEFAULT", 1, true, true, true, Map.of("k", "x".repeat(520_000)));
    ground.held = Map.of(new ServiceKey(NamespaceId.of("dev"), "g", "s"), List.of(large));

    assertThat(compare())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.field()).isEqualTo("instance");
              assertThat(each.lasting()).isTrue();
              assertThat(each.reason()).startsWith("its metadata are too large to import: 520");
            });
  }

  @Test
  void whatStaysDoesNotHideWhatDoesNot() throws Exception {
    here.registered(WILD, instance())
        .registered(new ServiceKey(NamespaceId.PUBLIC, "g", "shop"), instance());
    ContentComparison comparison =
        new ContentComparison(here, ground.legacy(), "landbridge-ours", line -> {});

    List<PluginBridgeDifference> found =
        comparison.differences(comparison.differing(comparison.services()), 1);

    assertThat(found).extracting(PluginBridgeDifference::service).containsExactly("shop");
  }

  @Test
  void aNamespaceThatNobodyCanAskForIsNamedAndTheRestIsCompared() throws Exception {
    ground.unusable = List.of("x".repeat(130), "ns\nforged\u202e");
    here.used(" lead").registered(WILD, instance());

    assertThat(compare())
        .filteredOn(PluginBridgeDifference::concernsNamespace)
        .extracting(each -> each.namespace() + ": " + each.here() + ", " + each.there())
        .containsExactly(
            " lead: listed, not compared",
            "ns?forged?: not compared, listed",
            "x".repeat(130) + ": not compared, listed");
    assertThat(compare())
        .extracting(PluginBridgeDifference::service)
        .contains("consumers:demo.A:*:g");
  }

  @Test
  void theHealthOfAPersistentInstanceMayDifferForLong() throws Exception {
    ServiceKey shop = new ServiceKey(NamespaceId.PUBLIC, "g", "shop");
    ground.further = List.of(shop);
    for (boolean ephemeral : List.of(true, false)) {
      RegisteredInstance seen =
          new RegisteredInstance("10.0.0.1", 80, "DEFAULT", 1, true, true, ephemeral, Map.of());
      RegisteredInstance marked = ExportMark.of("landbridge-ours").on(seen);
      for (RegisteredInstance theirs : List.of(seen, marked)) {
        ground.held = Map.of(shop, List.of(theirs.withHealth(false)));
        SketchedRegistry one = new SketchedRegistry().registered(shop, seen);
        ContentComparison comparison =
            new ContentComparison(one, ground.legacy(), "landbridge-ours", line -> {});

        assertThat(comparison.differences(comparison.differing(comparison.services()), 100))
            .filteredOn(each -> each.service().equals("shop"))
            .singleElement()
            .satisfies(
                each -> {
                  assertThat(each.field()).isEqualTo("healthy");
                  assertThat(each.reason().contains("this may last")).isEqualTo(!ephemeral);
                  assertThat(each.reason().contains("without --legacy"))
                      .isEqualTo(!ephemeral && theirs.equals(marked));
                });
      }
    }
  }

  /** A service may go, or grow, between the two looks. */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"REFUSED", "NOT_FOUND", "UNEXPECTED_ANSWER", "TOO_LARGE", "INCOMPLETE"})
  void whatIsRefusedAtTheSecondLookAloneKeepsNoOtherFromBeingNamed(Kind kind) throws Exception {
    here.registered(new ServiceKey(NamespaceId.PUBLIC, "g", "shop"), instance())
        .registered(new ServiceKey(NamespaceId.PUBLIC, "g", "till"), instance());
    ContentComparison comparison =
        new ContentComparison(here, ground.legacy(), "landbridge-ours", line -> {});
    SortedSet<ServiceKey> differing = comparison.differing(comparison.services());
    here.fail("shop", kind);

    assertThat(comparison.differences(differing, 100))
        .filteredOn(each -> each.group().equals("g"))
        .extracting(each -> each.service() + " " + each.field())
        .containsExactly("shop service", "till instance");
  }

  @Test
  void aNamespaceThatTheLegacyClusterDoesNotTellOfIsNamedAndTheRestIsCompared() throws Exception {
    NamespaceId odd = NamespaceId.of("odd");
    ground.silent = Set.of(odd);
    here.used(odd)
        .registered(new ServiceKey(odd, "g", "shop"), instance())
        .registered(new ServiceKey(NamespaceId.PUBLIC, "g", "till"), instance());

    assertThat(compare())
        .filteredOn(each -> each.group().equals("g") || each.concernsNamespace())
        .extracting(each -> each.namespace() + " " + each.service() + " " + each.field())
        .contains("odd  namespace", "public till instance")
        .doesNotContain("odd shop instance");
  }

  @Test
  void aClusterThatDoesNotAnswerEndsIt() {
    here.fail("public", Kind.UNREACHABLE);

    assertThatThrownBy(this::compare).isInstanceOf(RegistryException.class);
  }
}
