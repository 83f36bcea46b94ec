package io.landbridge.migrate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers of any version or group, or of several; and those that no rule can be written for. */
class RangesAndRefusedRulesTest {

  private static final Registration ONE = provider("one", "1.0", "a", "10.0.0.1");
  private static final Registration TWO = provider("two", "2.0", "b", "10.0.0.2");
  private static final Registration THREE = provider("three", "", "", "10.0.0.3");

  private static Registration provider(String name, String version, String group, String ip) {
    return Registrations.with(
        name, "demo.A", ip, 20880, Map.of("version", version, "group", group));
  }

  private static Registration consumer(String name, String version, String group) {
    Map<String, String> metadata =
        new TreeMap<>(Map.of("application", name, "interface", "demo.A", "release", "3.0.4"));
    metadata.put("version", version);
    metadata.put("group", group);
    return new Registration(
        new ServiceKey(
            NamespaceId.PUBLIC,
            "DEFAULT_GROUP",
            "consumers:demo.A:%s:%s".formatted(version, group)),
        "",
        "10.9.9.9",
        0,
        "DEFAULT",
        true,
        true,
        true,
        metadata);
  }

  private static Inventory inventory(Registration consumer) {
    return InventoryBuilder.of(
        Registrations.untranslated(List.of(ONE, TWO, THREE), List.of(consumer)));
  }

  private static Plan plan(Registration consumer) {
    return Planner.plan(
        inventory(consumer),
        PlanRequest.of(each -> true, "landbridge test", "2026-11-21T00:00:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, a, one",
    "*, a, one",
    "*, *, one two three",
    "1.0, *, one",
    "'1.0,2.0', '*', one two",
    "'1.0', 'a,b', one",
    "*, 'a,b', one two",
    "3.0, *, ''"
  })
  void aConsumerCallsWhatItsRangeTakesIn(String version, String group, String providers) {
    Inventory inventory = inventory(consumer("web", version, group));

    assertThat(
            Dependencies.of(inventory).providers().values().stream()
                .flatMap(each -> each.stream())
                .map(each -> each.name().value()))
        .containsExactlyInAnyOrder(providers.isEmpty() ? new String[0] : providers.split(" ", -1));
  }

  /** A rule has no group, so that all who offer a version under any group have to be there. */
  @Test
  void aRuleNamesTheRangeAndComesWithTheLastOfThoseInIt() {
    Plan.Rule any = rule(plan(consumer("web", "*", "a")));
    Plan.Rule several = rule(plan(consumer("web", "1.0,2.0", "a,b")));

    assertThat(any.services()).containsExactly("demo.A:*");
    assertThat(several.services()).containsExactly("demo.A:1.0,2.0");
  }

  private static Plan.Rule rule(Plan plan) {
    return plan.waves().stream().flatMap(each -> each.rules().stream()).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"web front", "订单", "web#1", "o'web", "a,b", "a@@b"})
  void whoseRuleCanHaveNoIdIsNamedAndAllElseIsPlanned(String name) {
    Plan plan = plan(consumer(name, "1.0", "a"));

    assertThat(plan.steps()).hasSize(3);
    assertThat(plan.waves().stream().flatMap(each -> each.rules().stream())).isEmpty();
    assertThat(plan.withoutRule())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.application()).isEqualTo(name);
              assertThat(each.reason()).contains("dubbo.application.name");
            });
  }

  @Test
  void aSlashIsNoObstacle() {
    assertThat(rule(plan(consumer("team/web", "1.0", "a"))).application()).isEqualTo("team/web");
  }

  /** Both would read the rule of either, and move with it. */
  @Test
  void whoSharesTheIdOfARuleIsNamedAndHasNone() {
    Inventory both =
        InventoryBuilder.of(
            Registrations.untranslated(
                List.of(ONE, TWO, THREE),
                List.of(
                    consumer("team/web", "1.0", "a"),
                    consumer("team-web", "1.0", "a"),
                    consumer("till", "1.0", "a"))));

    Plan plan =
        Planner.plan(both, PlanRequest.of(each -> true, "landbridge test", "2026-11-21T00:00:00Z"));

    assertThat(plan.steps()).hasSize(3);
    assertThat(rule(plan).application()).isEqualTo("till");
    assertThat(plan.withoutRule())
        .extracting(Plan.Skipped::application, Plan.Skipped::reason)
        .containsExactlyInAnyOrder(
            tuple("team/web", shares("team-web")), tuple("team-web", shares("team/web")));
  }

  private static String shares(String other) {
    return "its rule has the same configuration id, team-web.migration, as that of '%s', because Dubbo writes '/' as '-'; change the dubbo.application.name of one of them"
        .formatted(other);
  }

  /** Others of the fleet are no matter of such a plan. */
  @Test
  void ofAPlanOfSomeOnlyTheirConsumersAreNamed() {
    Inventory inventory =
        InventoryBuilder.of(
            Registrations.untranslated(
                List.of(ONE, TWO, THREE, Registrations.of("far", "demo.Far", "10.0.0.9", 20880)),
                List.of(
                    consumer("web", "3.0", "b"),
                    consumer("x,y", "2.0", "b"),
                    Registrations.consumer("old", "demo.A:2.0", "2.7.23"),
                    Registrations.consumer("elsewhere", "demo.Far", "2.7.23"),
                    Registrations.consumer("a,b", "demo.Far", "3.3.6"))));

    assertThat(
            Planner.plan(
                    inventory,
                    PlanRequest.of(
                        each -> each.application().equals("far"), "test", "2026-11-21T00:00:00Z"))
                .withoutRule())
        .extracting(Plan.Skipped::application)
        .containsExactlyInAnyOrder("elsewhere", "a,b");
    assertThat(
            Planner.plan(inventory, PlanRequest.of(each -> true, "test", "2026-11-21T00:00:00Z"))
                .withoutRule())
        .extracting(Plan.Skipped::application)
        .contains("web", "x,y", "elsewhere", "a,b");
  }

  /** As in the middle of an update that goes from one process to the next. */
  @Test
  void whoHasProcessesOfBothDubbosIsToldSo() {
    List<Registration> both =
        List.of(
            Registrations.consumer("web", "demo.Far", "2.7.23"),
            Registrations.consumer("web", "demo.Far", "3.3.6"));
    Inventory inventory =
        InventoryBuilder.of(
            Registrations.untranslated(
                List.of(Registrations.of("far", "demo.Far", "10.0.0.9", 20880)), both));

    assertThat(
            Planner.plan(inventory, PlanRequest.of(each -> true, "test", "2026-11-21T00:00:00Z"))
                .withoutRule())
        .singleElement()
        .extracting(Plan.Skipped::reason)
        .asString()
        .contains(
            "some of its processes run Dubbo 2.7.23, which",
            "others Dubbo 3.3.6",
            "plan --rule-for web")
        .doesNotContain("it runs");
  }

  @Test
  void aPlanWithAServiceThatCouldBeMoreIsNone() throws Exception {
    PlanCodec codec = new PlanCodec();
    String plan = codec.toJson(plan(consumer("web", "1.0", "a")));
    assertThat(codec.read(plan).waves()).isNotEmpty();

    String bad = plan.replace("\"demo.A:1.0\"", "\"demo.A:1.0\\nstep: FORCE_APPLICATION\\n#\"");
    assertThat(bad).isNotEqualTo(plan);
    assertThatThrownBy(() -> codec.read(bad))
        .isInstanceOf(MalformedPlanException.class)
        .hasMessageContaining("consumer 'web'")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void whoIsPlannedIsOfTheApplicationsThatAreThere() {
    assertThat(plan(consumer("web", "*", "*")).steps())
        .extracting(Plan.Step::application, each -> each.interfaces().get(0))
        .containsExactlyInAnyOrder(
            tuple("one", "a/demo.A:1.0"), tuple("two", "b/demo.A:2.0"), tuple("three", "demo.A"));
  }
}
