package io.landbridge.dubbo;

import static io.landbridge.dubbo.Wrote.GREET;
import static io.landbridge.dubbo.Wrote.ORDER;
import static io.landbridge.dubbo.Wrote.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.Endpoint;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.NameRules;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every form in which interfaces are registered, and what is made of it. */
class InterfaceRegistrationsTest {

  @ParameterizedTest
  @ValueSource(strings = {GREET, ORDER, PLAIN})
  @DisplayName("Dubbo 2.6 leaves out what is empty with its colon, and path and release")
  void dubbo26(String service) {
    Registration older = Wrote.dubbo26(service);
    ServiceEntry entry = only(older);

    assertThat(older.service().name().endsWith(":")).isFalse();
    assertThat(entry.name() + ":" + entry.version() + ":" + entry.group()).isEqualTo(service);
    assertThat(entry.path()).isEqualTo(entry.name());
    assertThat(entry.params()).doesNotContainKey("release");
    assertThat(InterfaceUnfold.names(entry)).contains(older.service().name());
  }

  @ParameterizedTest
  @CsvSource({"version, x, ''", "group, '', x"})
  @DisplayName("providers:I:x may be version x or group x: the metadata say which")
  void aNameOfThreeSegments(String key, String version, String group) {
    ServiceEntry entry =
        only(Wrote.named("providers:demo.PlainService:x", Wrote.dubbo26(PLAIN, key, "x")));

    assertThat(entry.version()).isEqualTo(version);
    assertThat(entry.group()).isEqualTo(group);
  }

  @ParameterizedTest
  @CsvSource({
    "demo.GreetService:1.0.0:grpA, '', other",
    "demo.GreetService:1.0.0:grpA, 1.0.0, ''",
    "demo.GreetService:1.0.0:grpA, '', ''",
    "demo.GreetService:1.0.0:grpA, grpA, 1.0.0",
    "demo.GreetService::, 1.0.0, ''",
    "demo.GreetService, 1.0.0, ''",
    "demo.GreetService:1.0.0, 1.0.0, grpA",
    "demo.GreetService:1.0.0, 2.0.0, ''"
  })
  @DisplayName(
      "Consumers look for the version and group of the metadata: elsewhere, if they differ")
  void versionAndGroupOfMetadataThatAreNotTheNames(String name, String version, String group) {
    Registration registration =
        Wrote.named("providers:" + name, Wrote.dubbo27(GREET, "version", version, "group", group));

    FoldResult folded = InterfaceFold.fold(List.of(registration));

    assertThat(folded.instances()).isEmpty();
    assertThat(folded.losses()).extracting(Loss::kind).containsExactly(Loss.Kind.FOREIGN_VERSION);
  }

  @Test
  @DisplayName("Providers in Go have version 0.0.0 in the metadata alone")
  void theVersionThatStandsForNone() {
    assertThat(only(Wrote.dubboGo(PLAIN, "version", "0.0.0")).version()).isEqualTo("0.0.0");
  }

  @ParameterizedTest
  @CsvSource({
    "demo.bill.InvoiceApi:2.1.0:emea, '', '', 2.1.0, emea",
    "demo.bill.InvoiceApi:3.0.0:emea, 3.0.0, '', 3.0.0, emea",
    "demo.bill.InvoiceApi:2.1.0:apac, '', apac, 2.1.0, apac",
    "demo.bill.InvoiceApi:3.0.0:apac, 3.0.0, apac, 3.0.0, apac"
  })
  @DisplayName(
      "Before 2.6.12 and 2.7.5 what is set for all services is a default, which its own wins over")
  void defaults(String name, String ownVersion, String ownGroup, String version, String group) {
    ServiceEntry entry =
        only(
            Wrote.named(
                "providers:" + name,
                Wrote.dubbo26(
                    "demo.bill.InvoiceApi::",
                    "version",
                    ownVersion,
                    "group",
                    ownGroup,
                    "default.version",
                    "2.1.0",
                    "default.group",
                    "emea",
                    "default.timeout",
                    "4500",
                    "timeout",
                    "",
                    "retries",
                    "0",
                    "default.retries",
                    "2",
                    "default.timestamp",
                    "1")));

    assertThat(entry.serviceKey()).isEqualTo(group + "/demo.bill.InvoiceApi:" + version);
    assertThat(entry.params())
        .containsEntry("timeout", "4500")
        .containsEntry("retries", "0")
        .doesNotContainKeys("timestamp")
        .noneSatisfy((key, value) -> assertThat(key).startsWith("default."));
  }

  @Test
  @DisplayName("register-compatible=true writes both names: one provider")
  void bothNames() {
    Registration four = Wrote.dubbo27(ORDER);
    Registration legacy = Wrote.named("providers:demo.OrderService:2.0.0", four);

    assertThat(InterfaceFold.fold(List.of(four, legacy)))
        .isEqualTo(InterfaceFold.fold(List.of(four)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "providers#demo.PlainService##",
        "configurators:demo.PlainService::",
        "routers:demo.PlainService::",
        "consumers:demo.PlainService::",
        "HSF:demo.PlainService:1.0.0",
        "demo.PlainService"
      })
  @DisplayName(
      "Another separator, another category and other products are no providers, nor losses")
  void otherNames(String name) {
    FoldResult folded = InterfaceFold.fold(List.of(Wrote.named(name, Wrote.dubbo27(PLAIN))));

    assertThat(folded.instances()).isEmpty();
    assertThat(folded.losses()).isEmpty();
  }

  @Test
  @DisplayName("Consumers announce themselves with port 0, which is no loss")
  void consumers() {
    Registration consumer =
        Wrote.at(
            0,
            Wrote.named(
                "consumers:demo.PlainService::",
                Wrote.dubbo27(
                    PLAIN, "category", "consumers", "protocol", "consumer", "side", "consumer")));

    FoldResult folded = InterfaceFold.fold(List.of(consumer, Wrote.dubbo27(PLAIN)));

    assertThat(folded).isEqualTo(InterfaceFold.fold(List.of(Wrote.dubbo27(PLAIN))));
  }

  @Test
  @DisplayName("Dubbo 2.7.0 to 2.7.8 has a connection of nacos-client 2.x for each service")
  void aConnectionForEachService() {
    List<Registration> registrations =
        List.of(
            over("c1", Wrote.dubbo27(PLAIN, "timestamp", "1795176524665")),
            over("c2", Wrote.dubbo27(ORDER, "timestamp", "1795176524702")),
            over("c3", Wrote.dubbo27(GREET, "timestamp", "1795176526001")));

    FoldResult folded = InterfaceFold.fold(registrations);

    assertThat(folded.instances()).hasSize(1);
    assertThat(folded.documents().get(folded.instances().get(0).revision()).services()).hasSize(3);
    assertThat(folded.instances().get(0).attributes()).containsEntry("timestamp", "1795176524665");
    assertThat(folded.losses()).isEmpty();
  }

  @Test
  @DisplayName("Several registries of one process register the same twice")
  void aConnectionForEachRegistry() {
    FoldResult folded =
        InterfaceFold.fold(
            List.of(over("c1", Wrote.dubbo27(PLAIN)), over("c2", Wrote.dubbo27(PLAIN))));

    assertThat(folded.instances()).hasSize(1);
    assertThat(folded.losses()).isEmpty();
  }

  @Test
  @DisplayName("A process that was killed and its successor with the same id stay apart")
  void aKilledProcessAndItsSuccessor() {
    FoldResult folded =
        InterfaceFold.fold(
            List.of(
                over("c1", Wrote.dubbo27(PLAIN, "timestamp", "1795176524665")),
                over("c2", Wrote.dubbo27(ORDER, "timestamp", "1795176524702")),
                // The new one begins with a service that the old one did not have.
                over("c3", Wrote.dubbo27(GREET, "timestamp", "1795176584001")),
                over("c4", Wrote.dubbo27(PLAIN, "timestamp", "1795176584900"))));

    assertThat(folded.instances()).hasSize(1);
    assertThat(folded.documents().get(folded.instances().get(0).revision()).services().keySet())
        .containsExactlyInAnyOrder("demo.PlainService:dubbo", "grpA/demo.GreetService:1.0.0:dubbo");
    assertThat(folded.losses()).extracting(Loss::kind).containsExactly(Loss.Kind.CONFLICT);
  }

  @ParameterizedTest
  @CsvSource({"pid, 2", "pid, ''", "timestamp, ''", "application, other"})
  @DisplayName("Connections are of one process only if address, id and start are the same")
  void connectionsOfDifferentProcesses(String key, String value) {
    FoldResult folded =
        InterfaceFold.fold(
            List.of(
                over("c1", Wrote.dubbo27(PLAIN)), over("c2", Wrote.dubbo27(ORDER, key, value))));

    assertThat(folded.documents().values())
        .allSatisfy(document -> assertThat(document.services()).hasSize(1));
  }

  @Test
  @DisplayName("What is put together with other members' connections says its process and start")
  void connectedInstances() {
    Registration registration = Wrote.dubbo27(PLAIN);

    assertThat(connected(over("c1", registration)))
        .containsExactlyElementsOf(
            InterfaceFold.fold(List.of(registration)).instances().stream()
                .map(ApplicationInstance::key)
                .toList());
    assertThat(connected(registration)).as("over no connection").isEmpty();
    assertThat(connected(over("c1", Wrote.dubbo27(PLAIN, "pid", "")))).isEmpty();
    assertThat(connected(over("c1", Wrote.dubbo27(PLAIN, "timestamp", "")))).isEmpty();
  }

  private static Set<InstanceKey> connected(Registration registration) {
    return InterfaceFold.connected(List.of(registration), NameRules.NACOS_2);
  }

  private static Registration over(String connection, Registration from) {
    return new Registration(
        from.service(),
        connection,
        from.ip(),
        from.port(),
        from.cluster(),
        from.healthy(),
        from.enabled(),
        from.ephemeral(),
        from.metadata());
  }

  @Test
  @DisplayName("The registry's group is the Nacos group: one process in two is an instance in each")
  void groups() {
    FoldResult folded =
        InterfaceFold.fold(List.of(Wrote.dubbo27(PLAIN), Wrote.in("second", Wrote.dubbo27(PLAIN))));

    assertThat(folded.instances())
        .extracting(ApplicationInstance::group)
        .containsExactly("DEFAULT_GROUP", "second");
    assertThat(folded.documents()).hasSize(1);
  }

  @Test
  @DisplayName("Two registries, one of them simplified: what each says, for those who read it")
  void twoRegistriesOneSimplified() {
    FoldResult folded =
        InterfaceFold.fold(
            List.of(Wrote.dubbo27(PLAIN), Wrote.in("second", Wrote.simplified(PLAIN))));

    assertThat(folded.instances()).hasSize(2);
    assertThat(folded.documents()).hasSize(2);
    assertThat(folded.losses()).isEmpty();
  }

  @Test
  @DisplayName("One Nacos instance per protocol: dubbo and rmi are two ports of one process")
  void severalProtocols() {
    FoldResult folded =
        InterfaceFold.fold(
            List.of(Wrote.at(1099, Wrote.dubbo27(PLAIN, "protocol", "rmi")), Wrote.dubbo27(PLAIN)));

    ApplicationInstance instance = folded.instances().get(0);
    assertThat(folded.instances()).hasSize(1);
    assertThat(instance.port()).isEqualTo(20880);
    assertThat(instance.endpoints())
        .containsExactlyInAnyOrder(new Endpoint(1099, "rmi"), new Endpoint(20880, "dubbo"));
    assertThat(folded.documents().get(instance.revision()).services().values())
        .extracting(each -> each.protocol() + " " + each.port())
        .containsExactly("dubbo 20880", "rmi 1099");
  }

  @ParameterizedTest
  @CsvSource({
    "tri, 50051, dubbo, 20880, 20880",
    "dubbo, 50051, tri, 20880, 50051",
    "tri, 50051, rest, 60000, 60000",
    "rmi, 60000, rest, 50051, 50051",
    "rest, 60000, rest, 50051, 50051"
  })
  @DisplayName("An application's port is that of 'dubbo', else of the first protocol by name")
  void thePortOfTheApplication(
      String protocol, int port, String other, int otherPort, int expected) {
    FoldResult folded =
        InterfaceFold.fold(
            List.of(
                Wrote.at(port, Wrote.dubbo27(PLAIN, "protocol", protocol)),
                Wrote.at(otherPort, Wrote.dubbo27(ORDER, "protocol", other))));

    assertThat(folded.instances()).extracting(ApplicationInstance::port).containsExactly(expected);
  }

  @Test
  @DisplayName("simplified=true: the interface is the path, and what is gone stays gone")
  void simplified() {
    ServiceEntry entry = only(Wrote.simplified(GREET, "weight", "50", "hello.timeout", "1500"));

    assertThat(entry.name()).isEqualTo("demo.GreetService");
    assertThat(entry.params())
        .containsEntry("weight", "50")
        .containsEntry("hello.timeout", "1500")
        .doesNotContainKeys("interface", "methods", "side", "generic", "pid");
  }

  @Test
  @DisplayName("2.7 does not escape values: 'V a=1&b' arrives as two keys and is carried as it is")
  void unescapedValues() {
    assertThat(only(Wrote.dubbo27(PLAIN, "Custom.Key", "V a=1", "b", "b")).params())
        .containsEntry("Custom.Key", "V a=1")
        .containsEntry("b", "b");
    assertThat(only(Wrote.dubbo27(PLAIN, "Custom.Key", "V a=1&b")).params())
        .containsEntry("Custom.Key", "V a=1&b");
  }

  @ParameterizedTest
  @CsvSource({"protocol, NO_PROTOCOL", "application, NO_APPLICATION"})
  @DisplayName("Without protocol no consumer can call it; without application nobody knows whose")
  void whatIsMissingIsReported(String key, Loss.Kind kind) {
    FoldResult folded =
        InterfaceFold.fold(List.of(Wrote.dubbo27(PLAIN, key, null), Wrote.dubbo27(ORDER)));

    assertThat(folded.losses()).extracting(Loss::kind).containsExactly(kind);
    assertThat(folded.losses()).extracting(Loss::address).containsExactly("192.0.2.7:20880");
    assertThat(folded.documents().values())
        .singleElement()
        .satisfies(it -> assertThat(it.services()).hasSize(1));
  }

  @ParameterizedTest
  @CsvSource({
    ", , true",
    "true, , true",
    "TRUE, , true",
    "false, , false",
    "no, , false",
    ", true, false",
    ", false, true",
    "true, true, false",
    "false, false, false"
  })
  @DisplayName("What a consumer does not take for enabled or takes for disabled is not offered")
  void enabledAndDisabled(String enabled, String disabled, boolean offered) {
    Registration odd = Wrote.dubbo27(PLAIN, "enabled", enabled, "disabled", disabled);

    FoldResult folded = InterfaceFold.fold(List.of(odd, Wrote.dubbo27(ORDER)));
    ApplicationInstance alone = InterfaceFold.fold(List.of(odd)).instances().get(0);

    assertThat(folded.documents().get(folded.instances().get(0).revision()).services().values())
        .extracting(ServiceEntry::name)
        .matches(names -> names.contains("demo.PlainService") == offered)
        .contains("demo.OrderService");
    assertThat(folded.instances().get(0).enabled()).isTrue();
    assertThat(alone.enabled()).isEqualTo(offered);
  }

  @Test
  @DisplayName(
      "Persistent instances, which only other tooling makes, are translated, and stay persistent")
  void persistent() {
    FoldResult persistent = InterfaceFold.fold(List.of(Wrote.persistent(Wrote.dubbo27(PLAIN))));
    FoldResult ephemeral = InterfaceFold.fold(List.of(Wrote.dubbo27(PLAIN)));

    assertThat(persistent.documents()).isEqualTo(ephemeral.documents());
    assertThat(persistent.instances())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("ephemeral")
        .isEqualTo(ephemeral.instances());
    assertThat(persistent.instances()).noneMatch(ApplicationInstance::ephemeral);
  }

  @Test
  @DisplayName("dubbo-go begins the path with a slash, which consumers in Java do not see")
  void dubboGo() {
    FoldResult folded = InterfaceFold.fold(List.of(Wrote.dubboGo(GREET)));

    assertThat(folded.losses()).isEmpty();
    assertThat(only(Wrote.dubboGo(GREET)).path()).isEqualTo("demo.GreetService");
    assertThat(only(Wrote.dubboGo(GREET)).params())
        .containsEntry("release", "dubbo-golang-3.0.0")
        .containsEntry("weight", "1");
  }

  private static ServiceEntry only(Registration registration) {
    FoldResult folded = InterfaceFold.fold(List.of(registration));
    assertThat(folded.documents()).hasSize(1);
    MetadataDocument document = folded.documents().get(folded.documents().firstKey());
    assertThat(document.services()).hasSize(1);
    return document.services().get(document.services().firstKey());
  }
}
