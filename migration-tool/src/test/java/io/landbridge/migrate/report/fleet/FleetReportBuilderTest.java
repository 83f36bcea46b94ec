package io.landbridge.migrate.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.consumer.ClusterConsumers;
import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.migrate.hazard.HazardFinder;
import io.landbridge.migrate.hazard.HazardFinding;
import io.landbridge.migrate.inventory.Configurations;
import io.landbridge.migrate.inventory.Configurations.Mapping;
import io.landbridge.migrate.inventory.Configurations.Rule;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.inventory.LossInventory;
import io.landbridge.migrate.inventory.Severity;
import io.landbridge.migrate.plan.Limits;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.PlanRequest;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.plan.RuleSettings;
import io.landbridge.migrate.report.fleet.FleetReport.Application;
import io.landbridge.migrate.report.fleet.FleetReport.Hazard;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a report makes of a plan and of what is registered since. */
class FleetReportBuilderTest {

  /** Three interfaces of shop in four processes, and two of mall in two. */
  private static final List<Registration> PLANNED = fleet(4, 2);

  private static List<Registration> fleet(int shops, int malls) {
    List<Registration> all = new ArrayList<>();
    for (int i = 0; i < shops; i++) {
      for (String each : List.of("demo.Order", "demo.Price", "demo.Stock")) {
        all.add(Registrations.of("shop", each, "10.0.0." + i, 20880));
      }
    }
    for (int i = 0; i < malls; i++) {
      for (String each : List.of("demo.Cart", "demo.Pay")) {
        all.add(Registrations.of("mall", each, "10.0.1." + i, 20880));
      }
    }
    return all;
  }

  private static Landscape landscape(List<Registration> providers, int ownShops) {
    SortedMap<ServiceKey, List<RegisteredInstance>> own = new TreeMap<>();
    List<RegisteredInstance> shops = new ArrayList<>();
    for (int i = 0; i < ownShops; i++) {
      shops.add(
          new RegisteredInstance(
              "10.0.0." + i,
              50051,
              "DEFAULT",
              1,
              true,
              true,
              true,
              Map.of("dubbo.metadata.revision", "5f2c")));
    }
    if (ownShops > 0) {
      own.put(new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop"), shops);
    }
    return new Landscape(
        Registrations.SERVER,
        List.of(NamespaceId.PUBLIC),
        providers,
        own,
        new TreeMap<>(),
        0,
        0,
        List.of());
  }

  private static Plan plan() {
    return Planner.plan(
        InventoryBuilder.of(landscape(PLANNED, 0)),
        new PlanRequest(
            each -> true,
            new TreeMap<>(),
            new TreeSet<>(),
            new Limits(1000, 100),
            RuleSettings.DEFAULT,
            new TreeSet<>(),
            List.of(),
            "landbridge test",
            "2026-11-21T00:00:00Z"));
  }

  private static FleetReport report(List<Registration> now, int ownShops) throws RegistryException {
    return report(now, ownShops, Configurations.none());
  }

  private static FleetReport report(
      List<Registration> now, int ownShops, Configurations configurations)
      throws RegistryException {
    Landscape landscape = landscape(now, ownShops);
    HazardFinder finder = new HazardFinder();
    landscape.show(finder);
    Inventory inventory = InventoryBuilder.of(landscape);
    List<HazardFinding> found = finder.findings(inventory, configurations);
    return new FleetReportBuilder(plan(), inventory, found, List.of(), Set.of(), Set.of())
        .build(
            new ClusterConsumers(List.of(), List.of()),
            service -> true,
            List.of(),
            "2026-11-22T08:00:00Z");
  }

  @Test
  void nothingIsSavedAtTheBeginning() throws Exception {
    FleetReport.Savings savings = report(PLANNED, 0).savings();

    assertThat(savings.planned()).isEqualTo(16);
    assertThat(savings.now()).isEqualTo(16);
    assertThat(savings.goal()).isEqualTo(6);
    assertThat(savings.expected()).isEqualTo(16);
    assertThat(savings.achievedPercent()).isZero();
  }

  @Test
  void whoIsAwayHasSavedNothing() throws Exception {
    FleetReport.Savings fewer = report(fleet(2, 2), 0).savings();
    FleetReport.Savings gone = report(fleet(4, 0), 0).savings();

    assertThat(fewer.now()).isEqualTo(10);
    assertThat(fewer.running()).isEqualTo(4);
    assertThat(fewer.expected()).isEqualTo(10);
    assertThat(fewer.achievedPercent()).isZero();
    assertThat(gone.expected()).isEqualTo(12);
    assertThat(gone.achievedPercent()).isZero();
    assertThat(gone.pushesNow()).isEqualTo(gone.pushesExpected()).isEqualTo(24);
  }

  @Test
  void whoRegistersItsApplicationOnlyHasSavedTheRest() throws Exception {
    FleetReport.Savings savings = report(fleet(0, 2), 4).savings();

    assertThat(savings.running()).isEqualTo(6);
    assertThat(savings.expected()).isEqualTo(16);
    assertThat(savings.now()).isEqualTo(4);
    assertThat(savings.ownNow()).isEqualTo(4);
    // 8 of the 10 instances that can be saved of these processes.
    assertThat(savings.achievedPercent()).isEqualTo(80);
    assertThat(savings.pushesExpected()).isEqualTo(32);
    assertThat(savings.pushesNow()).isEqualTo(16);
    assertThat(savings.left().instancesBefore()).isEqualTo(4);
  }

  @Test
  void whoRegistersBothIsOneProcessAndHasSavedNothing() throws Exception {
    FleetReport.Savings savings = report(PLANNED, 4).savings();

    assertThat(savings.running()).isEqualTo(6);
    assertThat(savings.expected()).isEqualTo(16);
    assertThat(savings.achievedPercent()).isZero();
  }

  @Test
  void hazardsAreAlsoWhatThePluginCannotTranslateOfThem() throws Exception {
    Inventory inventory =
        InventoryBuilder.of(landscape(PLANNED, 4))
            .withLosses(
                List.of(
                    told("NO_DOCUMENT", "shop", "10.0.0.1:50051"),
                    told("NO_DOCUMENT", "shop", "10.0.0.1:50051"),
                    told("TRIPLE_ONLY", "mall", "10.0.1.1:50051"),
                    told("TRIPLE_ONLY", "mall", "10.0.1.1:50051"),
                    told("NO_DOCUMENT", "other", "10.0.2.1:50051")));

    FleetReport report =
        new FleetReportBuilder(plan(), inventory, List.of(), List.of(), Set.of(), Set.of())
            .build(
                new ClusterConsumers(List.of(), List.of()),
                service -> true,
                List.of(),
                "2026-11-22T08:00:00Z");

    assertThat(report.hazards())
        .extracting(Hazard::severity, Hazard::kind, Hazard::count)
        .containsExactly(
            tuple(Severity.WARNING, "NO_DOCUMENT", 1), tuple(Severity.INFO, "TRIPLE_ONLY", 1));
    assertThat(report.applications()).extracting(Application::hazards).containsExactly(1, 1);
  }

  /** Of Dubbo 3.0, whose registry has a group: its provider is in that group alone. */
  @Test
  void whoFindsNobodyAtApplicationLevelCountsAsNotMoved() throws Exception {
    ClusterConsumers users =
        new ClusterConsumers(
            List.of(),
            List.of(
                user("TEST", "providers:demo.Order::", "INTERFACE", "demo.Order", 1),
                user("DEFAULT_GROUP", "shop", "APPLICATION", "", 2)));

    for (boolean moved : List.of(false, true)) {
      FleetReport report =
          new FleetReportBuilder(
                  plan(),
                  InventoryBuilder.of(landscape(PLANNED, 0)),
                  List.of(),
                  List.of(),
                  Set.of(),
                  Set.of())
              .build(
                  users,
                  service -> moved || service.group().equals("TEST"),
                  List.of(),
                  "2026-11-22T08:00:00Z");

      assertThat(report.dependents()).hasSize(moved ? 0 : 1);
    }
  }

  private static Seen user(
      String group, String service, String level, String interfaceName, int port) {
    return new Seen(
        new PluginConsumer(
            "public",
            group,
            service,
            level,
            interfaceName,
            "10.0.9.1",
            port,
            "GRPC",
            "Nacos-Java-Client:v2.0.4",
            "",
            "",
            false),
        List.of("a:1"));
  }

  private static LossInventory told(String kind, String application, String address) {
    return LossInventory.told(
        kind, "public", "DEFAULT_GROUP", application, address, "nobody answers");
  }

  @Test
  void hazardsAreLossesAndWhatElseWasFoundOfItsApplicationsTheWorstFirst() throws Exception {
    List<Registration> now = new ArrayList<>(fleet(3, 2));
    now.add(
        Registrations.with("shop", "demo.Order", "10.0.0.3", 20880, Map.of("path", "api/order")));
    now.add(Registrations.of("other", "demo.Cart", "10.0.2.1", 20880));
    now.add(Registrations.with("other", "demo.X", "10.0.2.1", 20880, Map.of("path", "/demo.X")));

    FleetReport report =
        report(
            now,
            0,
            new Configurations(
                List.of(
                    new Rule("public", "shop", false, "step: FORCE_INTERFACE"),
                    new Rule("public", "stranger", false, "step: FORCE_INTERFACE")),
                List.of(new Mapping("public", "demo.Order", List.of("stranger"))),
                List.of()));

    assertThat(report.hazards())
        .extracting(Hazard::severity, Hazard::kind, Hazard::count)
        .containsExactly(
            tuple(Severity.WARNING, "CUSTOM_PATH", 1),
            tuple(Severity.WARNING, "FOREIGN_RULE", 1),
            tuple(Severity.INFO, "DIFFERENT_PARAMETERS", 1),
            tuple(Severity.INFO, "SEVERAL_PROVIDERS", 1));
    assertThat(report.hazards())
        .allSatisfy(
            each -> {
              assertThat(each.advice()).isNotBlank();
              assertThat(each.detail()).isNotBlank();
              assertThat(HtmlReport.of(report)).contains(each.kind());
            });
    assertThat(report.applications())
        .filteredOn(each -> each.application().equals("shop"))
        .extracting(Application::hazards)
        .containsExactly(3);
  }
}
