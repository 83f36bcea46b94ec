package io.landbridge.migrate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.hazard.HazardFinding;
import io.landbridge.migrate.hazard.HazardKind;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.inventory.LossInventory;
import io.landbridge.migrate.inventory.Severity;
import io.landbridge.migrate.plan.Plan.Savings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {

  private static final String INTERNALS =
      "\\(class |\\[Source|[a-z]+\\.[a-z]+\\.[A-Z]|[A-Za-z]\\$[A-Z]|[Jj]ackson|reference chain"
          + "|Feature\\.|creator property|\\(index ";

  private static final PlanCodec CODEC = new PlanCodec();

  private static Inventory inventory(Registration... providers) {
    return InventoryBuilder.of(Registrations.untranslated(List.of(providers)));
  }

  private static Plan plan(Inventory inventory) {
    return Planner.plan(
        inventory, PlanRequest.of(each -> true, "landbridge test", "2026-11-21T00:00:00Z"));
  }

  private static List<Drift> drifts(Plan plan, Inventory now) {
    return plan.waves().stream().flatMap(wave -> Drift.of(plan, wave, now).stream()).toList();
  }

  /** What a version wrote that knew of no such thing. */
  @Test
  void planWithoutRequiredVerifyIsAsItAlwaysWas() throws Exception {
    Plan plan =
        plan(
            inventory(
                Registrations.of("a", "demo.A", "10.0.0.1", 20880),
                Registrations.of("b", "demo.B", "10.0.0.2", 20880)));
    String text = CODEC.toYaml(plan);

    assertThat(text).doesNotContain("verifyWithin");
    assertThat(PlanHash.of(plan))
        .isEqualTo("7598a1b8e8cd975eec339ada34e17b38677c4bc929860e1c6004ae965bdcdf41");
    assertThat(CODEC.read(text)).isEqualTo(plan);
    assertThat(PlanHash.isIntact(CODEC.read(CODEC.toJson(plan)))).isTrue();
  }

  @Test
  void eachWaveButTheFirstRequiresTheVerify() throws Exception {
    Inventory inventory =
        inventory(
            Registrations.of("a", "demo.A", "10.0.0.1", 20880),
            Registrations.of("b", "demo.B", "10.0.0.2", 20880));
    Plan free = plan(inventory);
    Plan plan = PlanHash.seal(free.requiringVerify(30));
    String text = CODEC.toYaml(plan);

    assertThat(plan.waves()).extracting(Plan.Wave::verifyWithinMinutes).containsExactly(0, 30);
    assertThat(text).containsOnlyOnce("  verifyWithinMinutes: 30\n");
    assertThat(plan.hash()).isNotEqualTo(free.hash());
    assertThat(CODEC.read(text)).isEqualTo(plan);
    assertThat(PlanHash.isIntact(CODEC.read(text))).isTrue();
    assertThat(PlanHash.isIntact(CODEC.read(text.replace("Minutes: 30", "Minutes: 31")))).isFalse();
    assertThat(PlanHash.isIntact(CODEC.read(text.replace("  verifyWithinMinutes: 30\n", ""))))
        .isFalse();
    assertThatThrownBy(() -> CODEC.read(text.replace("Minutes: 30", "Minutes: -1")))
        .isInstanceOf(MalformedPlanException.class)
        .hasMessageContaining("wave 2: verifyWithinMinutes is negative");
    assertThat(PlanHash.seal(free.requiringVerify(0))).isEqualTo(free);
  }

  @Test
  void saysWhatIsSavedAndWhatIsAtRisk() {
    Plan plan =
        plan(
            inventory(
                Registrations.of("shop", "demo.Order", "10.0.0.1", 20880),
                Registrations.of("shop", "demo.Plain", "10.0.0.1", 20880),
                Registrations.with(
                    "shop", "demo.Odd", "10.0.0.1", 20880, Map.of("path", "api/demo.Odd")),
                Registrations.with("bare", "demo.Odd", "10.0.0.2", 1, Map.of("protocol", ""))));

    assertThat(plan.savings()).isEqualTo(new Savings(3, 1));
    assertThat(plan.steps()).hasSize(1);
    assertThat(plan.steps().get(0).interfaces())
        .containsExactly("demo.Odd", "demo.Order", "demo.Plain");
    assertThat(plan.steps().get(0).hazards())
        .extracting(Plan.Hazard::kind)
        .containsExactly("CUSTOM_PATH");
    assertThat(plan.steps().get(0).hazardCount()).isEqualTo(1);
    assertThat(plan.skipped()).extracting(Plan.Skipped::application).containsExactly("bare");
    assertThat(PlanHash.isIntact(plan)).isTrue();
  }

  @Test
  void whatThePluginCannotTranslateIsAtRiskAndNoDrift() {
    Inventory before = inventory(Registrations.of("shop", "demo.Order", "10.0.0.1", 20880));
    Plan plan =
        plan(
            before.withLosses(
                List.of(
                    LossInventory.told(
                        "NO_DOCUMENT",
                        "public",
                        "DEFAULT_GROUP",
                        "shop",
                        "10.0.0.2:50051",
                        "nobody answers"))));

    assertThat(plan.steps().get(0).hazards())
        .extracting(Plan.Hazard::kind, Plan.Hazard::address)
        .containsExactly(tuple("NO_DOCUMENT", "10.0.0.2:50051"));
    assertThat(drifts(plan, before)).isEmpty();
  }

  @Test
  void whatThePluginCannotTranslateComesLater() {
    Inventory both =
        inventory(
            Registrations.of("a-shop", "demo.Order", "10.0.0.1", 20880),
            Registrations.of("b-shop", "demo.Stock", "10.0.0.3", 20880));
    assertThat(plan(both).steps())
        .extracting(Plan.Step::application)
        .containsExactly("a-shop", "b-shop");

    assertThat(
            plan(both.withLosses(
                    List.of(
                        LossInventory.told(
                            "NO_DOCUMENT",
                            "public",
                            "DEFAULT_GROUP",
                            "a-shop",
                            "10.0.0.2:50051",
                            "nobody answers"))))
                .steps())
        .extracting(Plan.Step::application)
        .containsExactly("b-shop", "a-shop");
  }

  @Test
  void applicationWhoseDocumentsAreTooLargeIsSkipped() {
    Inventory both =
        inventory(
            Registrations.of("mono", "demo.Order", "10.0.0.1", 20880),
            Registrations.of("mono", "demo.Stock", "10.0.0.2", 20880),
            Registrations.of("shop", "demo.Cart", "10.0.0.3", 20880));
    LossInventory one = tooLarge("mono", "10.0.0.1:20880");

    Plan all = plan(both.withLosses(List.of(one, tooLarge("mono", "10.0.0.2:20880"))));
    assertThat(all.steps()).extracting(Plan.Step::application).containsExactly("shop");
    assertThat(all.skipped())
        .containsExactly(
            new Plan.Skipped("public", "mono", "TOO_LARGE at 10.0.0.1:20880: split it"));

    Plan part = plan(both.withLosses(List.of(one)));
    assertThat(part.skipped()).isEmpty();
    assertThat(part.steps())
        .as("the other process can be translated")
        .extracting(Plan.Step::application)
        .containsExactly("shop", "mono");
    LossInventory service = tooLarge("providers:demo.Cart::", "10.0.0.3:20880");
    assertThat(plan(both.withLosses(List.of(service))).skipped())
        .as("one service of several, or of what else it offers")
        .isEmpty();
  }

  private static LossInventory tooLarge(String service, String address) {
    return LossInventory.told("TOO_LARGE", "public", "DEFAULT_GROUP", service, address, "split it");
  }

  @Test
  void everyEditBreaksTheHashAndNoLayoutDoes() throws Exception {
    Plan plan = plan(inventory(Registrations.of("shop", "demo.Order", "10.0.0.1", 20880)));
    String yaml = CODEC.toYaml(plan);

    assertThat(PlanHash.isIntact(CODEC.read("# seen\n" + yaml + "\n\n# ok\n"))).isTrue();
    assertThat(PlanHash.isIntact(CODEC.read(CODEC.toJson(plan)))).isTrue();
    assertThat(PlanHash.isIntact(CODEC.read(yaml.replace("shop", "shoe")))).isFalse();
    assertThat(
            PlanHash.isIntact(CODEC.read(yaml.replace("instancesAfter: 1", "instancesAfter: 0"))))
        .isFalse();
    assertThat(PlanHash.isIntact(plan.withHash(""))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "[]",
        "{",
        "a: b",
        "format: 2",
        "format: 1",
        "format: 1\nsurprise: 2",
        "format: 1\nwaves:",
        "format: 1\nformat: 1",
        "a: &a [*a]",
        "\u0000",
        "format: 1\nwaves: [[]]"
      })
  void whatIsNoPlanIsRefusedWithAReason(String text) {
    assertThatThrownBy(() -> CODEC.read(text))
        .isInstanceOf(MalformedPlanException.class)
        .message()
        .isNotBlank()
        .doesNotContain("null", "not a plan")
        .doesNotContainPattern(INTERNALS);
  }

  /** Every field once of another type, once renamed. */
  @Test
  void whatIsWrongInAPlanIsSaidWithoutNamesOfJavaTypes() throws Exception {
    ObjectMapper json = new ObjectMapper();
    String text =
        CODEC.toJson(plan(inventory(Registrations.of("shop", "demo.Order", "10.0.0.1", 20880))));
    for (int at = 0; ; at++) {
      JsonNode renamed = json.readTree(text);
      JsonNode retyped = json.readTree(text);
      if (!change(renamed, new int[] {at}, true) || !change(retyped, new int[] {at}, false)) {
        assertThat(at).isGreaterThan(30);
        return;
      }
      for (JsonNode each : List.of(renamed, retyped)) {
        try {
          CODEC.read(each.toString());
        } catch (MalformedPlanException e) {
          assertThat(e.getMessage()).isNotBlank().doesNotContainPattern(INTERNALS);
        }
      }
    }
  }

  /** Changes the field with a number, and returns whether there is one. */
  private static boolean change(JsonNode node, int[] left, boolean rename) {
    if (node instanceof ObjectNode object) {
      for (var field : List.copyOf(object.properties())) {
        if (left[0]-- == 0) {
          if (rename) {
            object.remove(field.getKey());
            object.set(field.getKey() + "x", field.getValue());
          } else {
            object.putObject(field.getKey()).putArray("x").add("y");
          }
          return true;
        }
        if (change(field.getValue(), left, rename)) {
          return true;
        }
      }
    }
    for (JsonNode each : node.isArray() ? node : List.<JsonNode>of()) {
      if (change(each, left, rename)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aPlanThatStillFitsHasNoDrift() {
    Registration one = Registrations.of("shop", "demo.Order", "10.0.0.1", 20880);
    Plan plan = plan(inventory(one));

    assertThat(drifts(plan, inventory(one))).isEmpty();
    assertThat(
            drifts(plan, inventory(one, Registrations.of("shop", "demo.Order", "10.0.0.2", 20880))))
        .as("another process of the same kind has other ports only where they differ")
        .isEmpty();
  }

  @Test
  void whatItRestsOnIsWhatIsOffered() {
    Registration one = Registrations.of("shop", "demo.Order", "10.0.0.1", 20880);
    Plan plan = plan(inventory(one));

    assertThat(Drift.isUnchanged(plan, inventory(one))).isTrue();
    assertThat(
            Drift.isUnchanged(
                plan, inventory(one, Registrations.of("shop", "demo.Order", "10.0.0.2", 20880))))
        .as("another process")
        .isTrue();
    assertThat(
            Drift.isUnchanged(
                plan, inventory(one, Registrations.of("pay", "demo.Pay", "10.0.0.1", 20881))))
        .as("another application")
        .isFalse();
    assertThat(
            Drift.isUnchanged(
                plan, inventory(Registrations.of("shop", "demo.Other", "10.0.0.1", 20880))))
        .as("another interface")
        .isFalse();
    assertThat(drifts(plan, inventory(one, Registrations.of("pay", "demo.Pay", "10.0.0.1", 20881))))
        .as("that concerns nothing in the plan")
        .isEmpty();
  }

  @Test
  void whatHasToBeLookedAtBeforeIsInThePlan() {
    Inventory inventory =
        inventory(
            Registrations.of("odd", "demo.Odd", "10.0.0.1", 20880),
            Registrations.of("well", "demo.A", "10.0.0.2", 20880),
            Registrations.of("well", "demo.A", "10.0.0.3", 20880));
    HazardFinding warning =
        hazard(Severity.WARNING, HazardKind.SHARED_ADDRESS, "odd", "10.0.0.1:20880");
    HazardFinding info = hazard(Severity.INFO, HazardKind.SIMPLIFIED, "well", "x");

    Plan plan =
        Planner.plan(
            inventory, List.of(warning, info), PlanRequest.of(each -> true, "test", "now"));

    assertThat(plan.steps()).extracting(Plan.Step::application).containsExactly("well", "odd");
    assertThat(plan.steps().get(0).preconditions()).isEmpty();
    assertThat(plan.steps().get(1).reason()).endsWith("; check first: SHARED_ADDRESS");
    assertThat(plan.steps().get(1).preconditions())
        .containsExactly(
            new Precondition(
                Precondition.Check.BY_HAND,
                "SHARED_ADDRESS (found 2 times, for example 10.0.0.1:20880): look at it"));
    assertThat(plan.steps()).extracting(Plan.Step::hazardCount).containsExactly(0, 1);
    assertThat(Planner.plan(inventory, PlanRequest.of(each -> true, "test", "now")).steps())
        .as("without it the smaller one is first")
        .extracting(Plan.Step::application)
        .containsExactly("odd", "well");
  }

  private static HazardFinding hazard(
      Severity severity, HazardKind kind, String application, String evidence) {
    return new HazardFinding(
        severity, kind, "public", application, 2, List.of(evidence), "look at it");
  }

  @Test
  void aWaveIsMeasuredByTheWholeFleet() {
    List<Registration> providers = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
      providers.add(Registrations.of(name, "demo.S" + name, "10.0.0.1", 20880 + name.charAt(0)));
    }
    Inventory fleet = inventory(providers.toArray(Registration[]::new));

    Plan some =
        Planner.plan(
            fleet, PlanRequest.of(each -> "abcd".contains(each.application()), "test", "now"));

    assertThat(some.limits().maxPercent()).isEqualTo(25);
    assertThat(some.waves()).as("a quarter of eight is two").hasSize(2);
  }

  @Test
  void driftNamesWhatDiffers() {
    Plan plan =
        plan(
            inventory(
                Registrations.of("shop", "demo.Order", "10.0.0.1", 20880),
                Registrations.of("gone", "demo.Gone", "10.0.0.1", 20881)));

    assertThat(drifts(plan, inventory(Registrations.of("shop", "demo.Other", "10.0.0.1", 20880))))
        .extracting(Drift::what)
        .anyMatch(each -> each.contains("no longer has providers"))
        .anyMatch(
            each -> each.equals("interface demo.Order is in the plan but no longer registered"))
        .anyMatch(each -> each.equals("interface demo.Other is registered but not in the plan"))
        .anyMatch(each -> each.startsWith("revision "));
  }

  @Property(tries = 200)
  void anyPlanSurvivesBothFormats(@ForAll("registrations") List<Registration> providers)
      throws Exception {
    Inventory inventory = InventoryBuilder.of(Registrations.untranslated(providers));
    Plan plan = plan(inventory);

    assertThat(CODEC.read(CODEC.toYaml(plan))).isEqualTo(plan);
    assertThat(CODEC.read(CODEC.toJson(plan))).isEqualTo(plan);
    assertThat(PlanHash.isIntact(plan)).isTrue();
    assertThat(drifts(plan, inventory)).isEmpty();
    assertThat(plan.savings().instancesAfter())
        .isLessThanOrEqualTo(plan.savings().instancesBefore());
  }

  @Provide
  Arbitrary<List<Registration>> registrations() {
    Arbitrary<String> names =
        Arbitraries.oneOf(
            Arbitraries.of("shop", "pay", "yes", "1.0", "null", "~", "a: b", "# c"),
            Arbitraries.strings().ofMinLength(1).ofMaxLength(8));
    return Combinators.combine(
            names,
            Arbitraries.of("demo.A", "demo.B"),
            Arbitraries.of("10.0.0.1", "10.0.0.2"),
            Arbitraries.of(0, 20880, 20881),
            Arbitraries.of("dubbo", "tri", ""))
        .as(
            (name, service, ip, port, protocol) ->
                Registrations.with(name, service, ip, port, Map.of("protocol", protocol)))
        .list()
        .ofMaxSize(12)
        .map(ArrayList::new);
  }
}
