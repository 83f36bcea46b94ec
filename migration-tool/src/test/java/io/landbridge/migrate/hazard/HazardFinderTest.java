package io.landbridge.migrate.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.inventory.Configurations;
import io.landbridge.migrate.inventory.Configurations.Mapping;
import io.landbridge.migrate.inventory.Configurations.Rule;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.rule.ServiceRule;
import io.landbridge.model.ServiceKey;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each hazard has a fleet that has this one and no other. */
class HazardFinderTest {

  private static final Registration SHOP =
      Registrations.of("shop", "demo.Order", "10.0.0.1", 20880);

  private record Fleet(
      List<Registration> providers,
      List<Registration> consumers,
      List<Registration> weightless,
      List<Registration> refused,
      Configurations configurations) {

    Fleet(List<Registration> providers, List<Registration> consumers) {
      this(providers, consumers, List.of(), List.of(), Configurations.none());
    }

    static Fleet of(Registration... providers) {
      return new Fleet(List.of(providers), List.of());
    }

    static Fleet configured(List<Rule> rules, List<Mapping> mappings) {
      return new Fleet(
          List.of(SHOP),
          List.of(),
          List.of(),
          List.of(),
          new Configurations(rules, mappings, List.of()));
    }
  }

  private static final Map<HazardKind, Fleet> FLEETS =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(
                  HazardKind.SHARED_ADDRESS,
                  Fleet.of(SHOP, Registrations.of("pay", "demo.Pay", "10.0.0.1", 20880))),
              Map.entry(
                  HazardKind.SEVERAL_PROVIDERS,
                  Fleet.of(SHOP, Registrations.of("mall", "demo.Order", "10.0.0.2", 20880))),
              Map.entry(HazardKind.SEVERAL_NACOS_GROUPS, Fleet.of(SHOP, in("other", SHOP))),
              Map.entry(
                  HazardKind.SEVERAL_REVISIONS,
                  Fleet.of(SHOP, Registrations.of("shop", "demo.New", "10.0.0.2", 20880))),
              Map.entry(
                  HazardKind.DIFFERENT_PARAMETERS,
                  Fleet.of(
                      SHOP,
                      Registrations.with(
                          "shop", "demo.Order", "10.0.0.2", 20880, Map.of("weight", "50")),
                      Registrations.with(
                          "shop", "demo.Order", "10.0.0.3", 20880, Map.of("weight", "10")))),
              Map.entry(HazardKind.PERSISTENT_INSTANCE, Fleet.of(state(SHOP, true, false))),
              Map.entry(
                  HazardKind.DISABLED_INSTANCE,
                  Fleet.of(
                      SHOP,
                      state(
                          Registrations.of("shop", "demo.Order", "10.0.0.2", 20880), false, true))),
              Map.entry(
                  HazardKind.BOTH_NAME_FORMS, Fleet.of(SHOP, named("providers:demo.Order", SHOP))),
              Map.entry(
                  HazardKind.SIMPLIFIED,
                  Fleet.of(
                      Registrations.with(
                          "shop", "demo.Order", "10.0.0.1", 20880, Map.of("interface", "")))),
              Map.entry(
                  HazardKind.NOT_JAVA,
                  Fleet.of(
                      Registrations.with(
                          "shop", "demo.Order", "10.0.0.1", 20880, Map.of("path", "/demo.Order")))),
              Map.entry(
                  HazardKind.ZERO_WEIGHT,
                  new Fleet(
                      List.of(SHOP), List.of(), List.of(SHOP), List.of(), Configurations.none())),
              Map.entry(
                  HazardKind.REFUSED_BY_NEWER,
                  new Fleet(
                      List.of(SHOP), List.of(), List.of(), List.of(SHOP), Configurations.none())),
              Map.entry(HazardKind.REFUSED_BY_ALL_NEWER, Fleet.of(SHOP)),
              Map.entry(HazardKind.MIXED_SERVICE, Fleet.of(SHOP)),
              Map.entry(
                  HazardKind.UNESCAPED_VALUE,
                  Fleet.of(
                      Registrations.with(
                          "shop", "demo.Order", "10.0.0.1", 20880, Map.of("key", "V a=1")))),
              Map.entry(
                  HazardKind.NESTED_INTERFACE,
                  Fleet.of(Registrations.of("shop", "demo.Shop$Order", "10.0.0.1", 20880))),
              Map.entry(
                  HazardKind.FOREIGN_RULE,
                  Fleet.configured(
                      List.of(
                          new Rule("public", "web", false, "key: web\nstep: FORCE_INTERFACE\n")),
                      List.of())),
              Map.entry(
                  HazardKind.STALE_MAPPING,
                  Fleet.configured(
                      List.of(),
                      List.of(new Mapping("public", "demo.Order", List.of("gone", "shop"))))),
              Map.entry(
                  HazardKind.BLANK_IN_MAPPING,
                  Fleet.configured(
                      List.of(),
                      List.of(
                          new Mapping("public", "demo.Order", List.of("shop"), List.of("shop"))))),
              Map.entry(
                  HazardKind.PROVIDED_BY,
                  new Fleet(
                      List.of(SHOP),
                      List.of(
                          told(
                              Registrations.consumer("web", "demo.Order", "3.3.6"),
                              Map.of("provided-by", "shop"))))),
              Map.entry(
                  HazardKind.WILDCARD_CONSUMER,
                  new Fleet(
                      List.of(SHOP), List.of(Registrations.consumer("console", "*", "3.3.6")))),
              Map.entry(
                  HazardKind.DUBBO_2_CONSUMER,
                  new Fleet(
                      List.of(SHOP),
                      List.of(Registrations.consumer("old", "demo.Order", "2.7.23")))),
              Map.entry(
                  HazardKind.CALLS_NOBODY,
                  new Fleet(
                      List.of(SHOP),
                      List.of(Registrations.consumer("web", "demo.Gone", "3.3.6"))))));

  @ParameterizedTest
  @EnumSource
  void isFoundWhereItIsAndNowhereElse(HazardKind kind) {
    Fleet fleet = FLEETS.getOrDefault(kind, Fleet.of());
    List<HazardFinding> found = find(kind, fleet);

    assertThat(found).extracting(HazardFinding::kind).containsExactly(kind);
    HazardFinding finding = found.get(0);
    assertThat(finding.severity()).isEqualTo(kind.severity());
    assertThat(finding.advice()).isNotBlank();
    assertThat(finding.evidence()).isNotEmpty().allSatisfy(each -> assertThat(each).isNotBlank());
    assertThat(finding.count()).isPositive();
  }

  @Test
  void anOrdinaryFleetHasNone() {
    assertThat(
            find(
                new Fleet(
                    List.of(
                        SHOP,
                        Registrations.with(
                            "shop",
                            "demo.Order",
                            "10.0.0.2",
                            20880,
                            Map.of("timestamp", "17", "pid", "4"))),
                    List.of(Registrations.consumer("web", "demo.Order", "3.3.6")))))
        .isEmpty();
  }

  /** The id of the rule has a hyphen where the name of the application has a slash. */
  @ParameterizedTest
  @ValueSource(strings = {"web", "team/web"})
  void aRuleThatIsAllOursIsNone(String consumer) throws Exception {
    String ours =
        RuleText.with(
                Optional.empty(),
                consumer,
                List.of(new ServiceRule("demo.Order", "APPLICATION_FIRST", 0.9, 100, 5)))
            .text();

    assertThat(
            find(
                Fleet.configured(
                    List.of(new Rule("public", consumer.replace('/', '-'), false, ours)),
                    List.of(new Mapping("public", "demo.Order", List.of("shop"))))))
        .isEmpty();
  }

  @Test
  void whatOthersWroteIntoARuleIsTheEvidence() throws Exception {
    String mixed =
        RuleText.with(
                Optional.of(
                    "key: web\nthreshold: 0.5\ninterfaces:\n"
                        + "- serviceKey: demo.Pay\n  step: FORCE_APPLICATION\n"),
                "web",
                List.of(new ServiceRule("demo.Order", "APPLICATION_FIRST", 0.9, 100, 5)))
            .text();

    List<HazardFinding> found =
        find(
            Fleet.configured(
                List.of(
                    new Rule("public", "web", false, mixed),
                    new Rule("public", "old", true, "step: FORCE_INTERFACE"),
                    new Rule("public", "torn", false, "[")),
                List.of()));

    assertThat(found).extracting(HazardFinding::application).containsExactly("old", "torn", "web");
    assertThat(found.get(0).evidence()).containsExactly("a Dubbo 2.7 rule");
    assertThat(found.get(1).evidence()).singleElement().asString().startsWith("not a rule: ");
    assertThat(found.get(2).evidence())
        .containsExactly("demo.Pay: FORCE_APPLICATION", "threshold: 0.5");
  }

  @Test
  void aProviderIsAlsoTakenOutOfServiceByItsMetadata() {
    for (Map<String, String> metadata :
        List.of(Map.of("enabled", "false"), Map.of("disabled", "true"))) {
      assertThat(
              find(Fleet.of(Registrations.with("shop", "demo.Order", "10.0.0.2", 20880, metadata))))
          .extracting(HazardFinding::kind)
          .containsExactly(HazardKind.DISABLED_INSTANCE);
    }
  }

  @Test
  void aCategoryThatDubboForJavaHasNoInstancesOf() {
    Registration consumer = Registrations.consumer("", "demo.Order", "");
    Registration configurator =
        named("configurators:demo.Order:1.0.0", told(consumer, Map.of("application", "js")));

    List<HazardFinding> found = find(new Fleet(List.of(SHOP), List.of(configurator)));

    assertThat(found).extracting(HazardFinding::kind).containsExactly(HazardKind.NOT_JAVA);
    assertThat(found.get(0).application()).isEqualTo("js");
    assertThat(found.get(0).evidence())
        .containsExactly("configurators:demo.Order:1.0.0 at 10.9.9.9:0");
  }

  @Test
  void evidenceIsCountedAndSomeOfItShown() {
    Registration[] away = new Registration[20];
    for (int i = 0; i < away.length; i++) {
      // Each twice: in two groups.
      Registration each =
          Registrations.of("shop", "demo.Order" + i % 2, "10.0.1." + i / 4 % 5, 20880 + i / 20);
      away[i] = state(i % 4 < 2 ? each : in("other", each), false, true);
    }

    HazardFinding found =
        find(Fleet.of(away)).stream()
            .filter(each -> each.kind() == HazardKind.DISABLED_INSTANCE)
            .findFirst()
            .orElseThrow();

    assertThat(found.count()).isEqualTo(10);
    assertThat(found.evidence())
        .hasSize(5)
        .startsWith("providers:demo.Order0:: at 10.0.1.0:20880")
        .isSorted();
  }

  private static List<HazardFinding> find(Fleet fleet) {
    return find(HazardKind.CALLS_NOBODY, fleet);
  }

  private static List<HazardFinding> find(HazardKind kind, Fleet fleet) {
    Landscape landscape = Registrations.untranslated(fleet.providers(), fleet.consumers());
    HazardFinder finder = new HazardFinder();
    landscape.show(finder);
    fleet.weightless().forEach(finder::weightless);
    fleet.refused().forEach(each -> finder.refused(each, "port -1"));
    if (kind == HazardKind.REFUSED_BY_ALL_NEWER) {
      finder.alwaysRefused(SHOP, "a label");
    }
    if (kind == HazardKind.MIXED_SERVICE) {
      finder.mixed(SHOP.service(), List.of(SHOP, state(SHOP, true, false)));
    }
    return finder.findings(InventoryBuilder.of(landscape), fleet.configurations());
  }

  private static Registration told(Registration each, Map<String, String> more) {
    Map<String, String> metadata = new HashMap<>(each.metadata());
    metadata.putAll(more);
    return new Registration(
        each.service(),
        each.client(),
        each.ip(),
        each.port(),
        each.cluster(),
        each.healthy(),
        each.enabled(),
        each.ephemeral(),
        metadata);
  }

  private static Registration in(String group, Registration each) {
    return with(
        each,
        new ServiceKey(each.service().namespace(), group, each.service().name()),
        each.enabled(),
        each.ephemeral());
  }

  private static Registration named(String service, Registration each) {
    return with(
        each,
        new ServiceKey(each.service().namespace(), each.service().group(), service),
        each.enabled(),
        each.ephemeral());
  }

  private static Registration state(Registration each, boolean enabled, boolean ephemeral) {
    return with(each, each.service(), enabled, ephemeral);
  }

  private static Registration with(
      Registration each, ServiceKey service, boolean enabled, boolean ephemeral) {
    return new Registration(
        service,
        each.client(),
        each.ip(),
        each.port(),
        each.cluster(),
        each.healthy(),
        enabled,
        ephemeral,
        each.metadata());
  }
}
