package io.landbridge.migrate.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.bridge.BridgeCheck.Check;
import io.landbridge.migrate.bridge.BridgeCheck.Outcome;
import io.landbridge.migrate.bridge.BridgeCheck.Result;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.legacy.LegacyMember;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BridgeCheckTest {

  private final Sketch ground = new Sketch();

  private List<Outcome> run() throws RegistryException {
    return new BridgeCheck(ground, line -> {}).run();
  }

  private List<Outcome> of(Check check) throws RegistryException {
    return run().stream().filter(each -> each.check() == check).toList();
  }

  private Outcome only(Check check) throws RegistryException {
    assertThat(of(check)).hasSize(1);
    return of(check).get(0);
  }

  @Test
  void whatCannotBeExportedIsCountedApart() throws Exception {
    ground.refused = 4;

    assertThat(run())
        .anyMatch(
            each ->
                each.what().contains("4 instances are not exported")
                    && each.what().contains("demo.A$B")
                    && !each.isObstacle());
  }

  @Test
  void whereNotAllNamespacesAreKnownThatIsSaid() throws Exception {
    assertThat(only(Check.CAPACITY).what()).doesNotContain("nobody created");
    ground.everywhere = false;
    assertThat(only(Check.CAPACITY).what())
        .contains("in namespaces that nobody created, only Dubbo applications are counted");
  }

  @Test
  void looksAtEverythingAndFindsNothing() throws Exception {
    assertThat(run()).extracting(Outcome::check).contains(Check.values());
    assertThat(run()).allSatisfy(each -> assertThat(each.result()).isEqualTo(Result.OK));
    assertThat(only(Check.CAPACITY).what())
        .contains(
            "10 instances of 2 services",
            "2 beats/s",
            "90 instances of 2 namespaces to export",
            "3 requests/s");
  }

  @Test
  void whatABridgeHasExportedIsNotImported() throws Exception {
    ground.marks = Collections.nCopies(5, "landbridge-ours");
    assertThat(only(Check.CAPACITY).what()).startsWith("5 instances of 1 service to import");

    ground.marks = Collections.nCopies(4, "landbridge-theirs");
    assertThat(only(Check.CAPACITY).what()).startsWith("10 instances of 2 services");
    ServiceKey shop = new ServiceKey(NamespaceId.of("dev"), "g", "s");
    RegisteredInstance own =
        new RegisteredInstance("10.0.0.9", 80, "DEFAULT", 1, true, true, false, Map.of());
    ground.held =
        Map.of(
            shop,
            List.of(own, Sketch.export("landbridge-ours"), Sketch.export("landbridge-theirs")));
    assertThat(only(Check.CAPACITY).what())
        .as("no snapshot tells of persistent instances")
        .startsWith("8 instances of 2 services to import");
    assertThat(ground.imported).isEqualTo(Map.of(shop, Set.of("10.0.0.9:80")));

    ground.origin = "";
    assertThat(only(Check.CAPACITY).what())
        .as("persistent instances are looked for without a bridge as well")
        .startsWith("8 instances of 2 services to import");
    assertThat(ground.imported).isEmpty();
  }

  @Test
  void anInstanceThatIsTooLargeToImportIsNamedAndNotCounted() throws Exception {
    ServiceKey shop = new ServiceKey(NamespaceId.of("dev"), "g", "s");
    ground.held =
        Map.of(
            shop,
            List.of(
                new RegisteredInstance(
                    "10.0.0.9",
                    80,
                    "DEFAULT",
                    1,
                    true,
                    true,
                    false,
                    Map.of("k", "x".repeat(520_000)))));

    assertThat(run())
        .filteredOn(each -> each.check() == Check.CAPACITY)
        .extracting(Outcome::what)
        .satisfiesExactly(
            what ->
                assertThat(what)
                    .isEqualTo(
                        "instance 10.0.0.9:80 of service 's' of group 'g' in namespace dev is"
                            + " skipped"),
            what -> assertThat(what).startsWith("9 instances of 2 services to import"));
  }

  @Test
  void aNamespaceThatOnlyExportsMadeIsNotMissing() throws Exception {
    ground.exportedOnly = List.of(NamespaceId.of("exported"));

    assertThat(only(Check.NAMESPACES).result()).isEqualTo(Result.OK);
    ground.namespaces = List.of(NamespaceId.PUBLIC);
    assertThat(only(Check.NAMESPACES).what()).isEqualTo("missing in this cluster: dev");
  }

  /** The server refuses to create a namespace of such an id, and its clients cannot name it. */
  @Test
  void aNamespaceThatNoClientCanNameIsAnObstacleAndNotToBeCreated() throws Exception {
    NamespaceId blank = NamespaceId.of("a b");
    NamespaceId chinese = NamespaceId.of("\u5f00\u53d1");
    ground.more = List.of(blank, chinese, NamespaceId.of("new"));
    ground.refusing = List.of(blank, chinese);

    assertThat(of(Check.NAMESPACES))
        .extracting(Outcome::result)
        .containsExactly(Result.OBSTACLE, Result.WARNING);
    Outcome refused = of(Check.NAMESPACES).get(0);
    assertThat(refused.what()).contains("cannot name", "a b", chinese.value());
    assertThat(refused.what()).doesNotContain("new:", ", new");
    assertThat(refused.advice()).contains("another namespace id").doesNotContain("create");
    Outcome missing = of(Check.NAMESPACES).get(1);
    assertThat(missing.what()).isEqualTo("missing in this cluster: new");

    ground.starting = true;
    assertThat(of(Check.NAMESPACES))
        .as("the rules of the version alone stop nobody")
        .extracting(Outcome::result)
        .containsExactly(Result.WARNING, Result.WARNING);
    assertThat(of(Check.NAMESPACES).get(0))
        .isEqualTo(new Outcome(Check.NAMESPACES, Result.WARNING, refused.what(), refused.advice()));
  }

  @Test
  void aNamespaceThatClientsCanNameAndNobodyCanCreateIsNotToBeCreated() throws Exception {
    ground.more = List.of(NamespaceId.of("a b"));

    for (String version : List.of("2.2.4", "3.1.0")) {
      // The newer one does not check parameters, as its answer shows.
      ground.version = version;
      assertThat(only(Check.NAMESPACES).result()).isEqualTo(Result.WARNING);
      assertThat(only(Check.NAMESPACES).what()).endsWith("nobody can create them: a b");
      assertThat(only(Check.NAMESPACES).advice()).contains("move the clients");
    }
  }

  /** 1.x takes such a service, and refuses every question about it. */
  @Test
  void aServiceWithoutAGroupIsNamedAndCountsForNothing() throws Exception {
    ground.further =
        List.of(
            new ServiceKey(NamespaceId.PUBLIC, "", "x"),
            new ServiceKey(NamespaceId.of("dev"), "g", ""));

    assertThat(run())
        .filteredOn(each -> each.check() == Check.CAPACITY)
        .extracting(Outcome::result)
        .containsExactly(Result.WARNING, Result.WARNING, Result.OK);
    assertThat(run())
        .filteredOn(each -> each.check() == Check.CAPACITY)
        .anySatisfy(
            each -> {
              assertThat(each.what()).contains("service 'x' of group ''", "3 instances");
              assertThat(each.advice()).contains("DELETE /nacos/v1/ns/service?serviceName=@@x");
            })
        .anySatisfy(each -> assertThat(each.advice()).contains("serviceName=g@@&namespaceId=dev'"))
        .anySatisfy(each -> assertThat(each.what()).contains("10 instances of 2 services"));
  }

  @Test
  void aNamespaceThatNobodyCanAskForIsNamedAndTheRestCounts() throws Exception {
    ground.unusable = List.of("x".repeat(130), "ns\nforged\u202e");

    assertThat(run())
        .filteredOn(each -> each.check() == Check.CAPACITY)
        .extracting(Outcome::what)
        .satisfiesExactly(
            what -> assertThat(what).contains("namespace 'ns?forged?' is skipped"),
            what -> assertThat(what).contains("x".repeat(130)),
            what -> assertThat(what).contains("10 instances of 2 services"));
    assertThat(run())
        .filteredOn(each -> each.what().contains("is skipped"))
        .allSatisfy(each -> assertThat(each.advice()).contains("at most 128 characters"));
  }

  @Test
  void aServerThatAnswersNobodyBeforeTheBridgeIsThereIsNoObstacle() throws Exception {
    ground.starting = true;

    assertThat(only(Check.CAPACITY).result()).isEqualTo(Result.WARNING);
    assertThat(only(Check.CAPACITY).what()).contains("10 instances of 2 services", "starting");
  }

  @Test
  void aServerOf1xIsNoServerOfThisCluster() throws Exception {
    ground.version = "1.4.1";

    assertThat(only(Check.SERVERS).isObstacle()).isTrue();
  }

  @Test
  void thePluginMustRun() throws Exception {
    ground.state = "SUSPENDED";

    assertThat(only(Check.PLUGIN).isObstacle()).isTrue();
  }

  @Test
  void everyMemberNeedsThePlugin() throws Exception {
    ground.announced = false;

    assertThat(only(Check.PLUGIN)).satisfies(each -> assertThat(each.what()).contains("new:8848"));
  }

  @Test
  void aNewerServerAmongTheLegacyOnesIsAnObstacle() throws Exception {
    ground.legacyVersion =
        new RegistryException(
            Kind.REFUSED, "the server is Nacos 2.2.4, not 1.x", "http://old:8848/nacos", "x");

    assertThat(only(Check.LEGACY_SERVERS).isObstacle()).isTrue();
    assertThat(only(Check.MEMBER_LISTS).what()).contains("Nacos 2.2.4, not 1.x (old:8848)");
    assertThat(only(Check.MEMBER_LISTS).isObstacle()).isTrue();
  }

  @Test
  void aMemberThatSaysItIsNewerIsAnObstacle() throws Exception {
    ground.legacyMember = new LegacyMember(Sketch.OLD, "3.1.0", "UP");

    assertThat(only(Check.MEMBER_LISTS).isObstacle()).isTrue();
  }

  @Test
  void oneServerInBothListsIsAnObstacle() throws Exception {
    ground.legacyMember = new LegacyMember(Sketch.NEW, "unknown", "UP");

    assertThat(only(Check.MEMBER_LISTS).what()).contains("in the member lists of both");
    assertThat(only(Check.MEMBER_LISTS).isObstacle()).isTrue();
  }

  @Test
  void aMemberWithoutAnAddressIsAWarning() throws Exception {
    ground.unusableMembers = List.of("a b:8848");

    assertThat(only(Check.MEMBER_LISTS).what())
        .isEqualTo(
            "the member list of the 1.x cluster has 1 entry without a usable address: a b:8848");
    assertThat(only(Check.MEMBER_LISTS).result()).isEqualTo(Result.WARNING);
  }

  @Test
  void aMemberThatIsAwayIsAWarning() throws Exception {
    ground.legacyVersion =
        new RegistryException(Kind.UNREACHABLE, "away", "http://old:8848/nacos", "x");

    assertThat(only(Check.MEMBER_LISTS).result()).isEqualTo(Result.WARNING);
    assertThat(only(Check.LEGACY_SERVERS).isObstacle()).isTrue();
  }

  @Test
  void whoMayNotWriteIsStopped() throws Exception {
    ground.beat = new RegistryException(Kind.UNAUTHORISED, "refused", "http://old:8848/nacos", "x");

    assertThat(only(Check.LEGACY_ACCESS).isObstacle()).isTrue();
    assertThat(only(Check.LEGACY_ACCESS).advice()).contains("--legacy-username");
  }

  @Test
  void whatTheNewServersWouldRefuseIsCountedWithAnExample() throws Exception {
    ground.registered =
        List.of(
            new RegisteredInstance("10.0.0.7", -1, "DEFAULT", 1, true, true, true, Map.of()),
            new RegisteredInstance(
                "10.0.0.8", 80, "DEFAULT", 1, true, true, true, Map.of("m", "x".repeat(1024))),
            new RegisteredInstance("10.0.0.9", 80, "DEFAULT", 1, true, true, true, Map.of()));

    assertThat(only(Check.REGISTRATIONS).result()).isEqualTo(Result.WARNING);
    assertThat(only(Check.REGISTRATIONS).what())
        .contains("Nacos 3.1.0 would refuse 2 registrations", "s at 10.0.0.7:-1", "port -1");
    assertThat(only(Check.REGISTRATIONS).advice()).contains("nacos.core.param.check.enabled=false");

    ground.version = "2.2.4";
    assertThat(only(Check.REGISTRATIONS).result()).isEqualTo(Result.OK);
    assertThat(only(Check.REGISTRATIONS).what()).contains("known to refuse");
  }

  @Test
  void whatAllNewServersRefuseIsCountedOnEveryLine() throws Exception {
    ground.registered =
        List.of(
            new RegisteredInstance(
                "10.0.0.7",
                80,
                "DEFAULT",
                1,
                true,
                true,
                true,
                Map.of("preserved.heart.beat.interval", "20000")));

    for (String version : List.of("2.0.3", "2.2.4", "3.1.0")) {
      ground.version = version;
      assertThat(only(Check.REGISTRATIONS).result()).isEqualTo(Result.WARNING);
      assertThat(only(Check.REGISTRATIONS).what())
          .contains(
              "Nacos " + version + " would refuse 1 registration",
              "whatever its settings",
              "s at 10.0.0.7:80",
              "longer than its preserved.heart.beat.timeout of 15000 ms");
      assertThat(only(Check.REGISTRATIONS).advice()).doesNotContain("param.check");
    }
  }

  /** No snapshot tells of the persistent ones, with a bridge or without. */
  @Test
  void bothKindsOfInstancesInOneServiceAreRefused() throws Exception {
    ServiceKey shop = new ServiceKey(NamespaceId.of("dev"), "g", "s");
    RegisteredInstance own =
        new RegisteredInstance("10.0.0.7", 80, "DEFAULT", 1, true, true, true, Map.of());
    RegisteredInstance persistent =
        new RegisteredInstance("10.0.0.9", 80, "DEFAULT", 1, true, true, false, Map.of());
    ground.registered = List.of(own);
    ground.held = Map.of(shop, List.of(own, persistent));
    ground.version = "2.2.4";

    for (String origin : List.of("", "landbridge-ours")) {
      ground.origin = origin;
      assertThat(only(Check.REGISTRATIONS).result()).isEqualTo(Result.WARNING);
      assertThat(only(Check.REGISTRATIONS).what())
          .contains("1 service has ephemeral and persistent instances", "service 's' of group 'g'");
    }

    ground.registered = List.of();
    ground.held = Map.of(shop, List.of(Sketch.export("landbridge-ours"), persistent));
    assertThat(only(Check.REGISTRATIONS).result())
        .as("an export is nobody's registration")
        .isEqualTo(Result.OK);
  }

  @Test
  void anotherBridgeIsNamed() throws Exception {
    ground.marks = List.of("landbridge-ours", "landbridge-theirs", "landbridge-theirs");

    assertThat(only(Check.OTHER_BRIDGES).result()).isEqualTo(Result.WARNING);
    assertThat(only(Check.OTHER_BRIDGES).what()).contains("'landbridge-theirs'", "2 instances");
    ground.origin = "";
    assertThat(of(Check.OTHER_BRIDGES)).hasSize(2);
  }

  @Test
  void clocksThatDifferAreTold() throws Exception {
    ground.ahead = 4_000;
    assertThat(of(Check.CLOCKS)).extracting(Outcome::result).contains(Result.WARNING);
    ground.ahead = -20_000;
    assertThat(of(Check.CLOCKS)).extracting(Outcome::result).contains(Result.OBSTACLE);
  }

  @Test
  void whatIsNotHereIsTold() throws Exception {
    ground.namespaces = List.of(NamespaceId.PUBLIC);
    ground.configurations = OptionalLong.of(1);

    assertThat(only(Check.NAMESPACES).what()).isEqualTo("missing in this cluster: dev");
    assertThat(only(Check.CONFIGURATION).what()).contains("public (1 of 7)", "dev (1 of 7)");
    ground.configurations = OptionalLong.empty();
    assertThat(only(Check.CONFIGURATION).what()).contains("could not be counted");
  }
}
