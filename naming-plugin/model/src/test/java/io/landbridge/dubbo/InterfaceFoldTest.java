package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.Endpoint;
import io.landbridge.model.NameRules;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InterfaceFoldTest {

  @Test
  void oneProcessOfDubbo27IsOneInstanceWithThreeServices() {
    FoldResult result = InterfaceFold.fold(Captures.registrations("dubbo-2.7.23"));

    ApplicationInstance instance = only(result);
    assertThat(instance.application().name().value()).isEqualTo("prov-27");
    assertThat(instance.ip() + ":" + instance.port()).isEqualTo("192.0.2.2:20880");
    assertThat(instance.endpoints()).containsExactly(new Endpoint(20880, "dubbo"));
    assertThat(instance.attributes()).containsEntry("timestamp", "1795176524665");
    assertThat(instance.origin()).isEqualTo(Origin.NATIVE_INTERFACE);
    MetadataDocument document = result.documents().get(instance.revision());
    assertThat(document.services().keySet())
        .containsExactly(
            "demo.OrderService:2.0.0:dubbo",
            "demo.PlainService:dubbo",
            "grpA/demo.GreetService:1.0.0:dubbo");
    assertThat(document.revision()).isEqualTo(instance.revision());
    assertThat(document.services().get("grpA/demo.GreetService:1.0.0:dubbo").params())
        .containsEntry("hello.timeout", "1500")
        .containsEntry("weight", "50")
        .containsEntry("application", "prov-27")
        .doesNotContainKeys("protocol", "path", "category", "timestamp", "pid", "anyhost");
    assertThat(result.losses()).isEmpty();
  }

  @Test
  void severalProtocolsOfOneProcessAreOneInstance() {
    FoldResult result = InterfaceFold.fold(Captures.registrations("dubbo-2.7.23-two-protocols"));

    ApplicationInstance instance = only(result);
    assertThat(instance.endpoints()).hasSize(2);
    assertThat(instance.port()).isEqualTo(20880);
    assertThat(result.documents().get(instance.revision()).services()).hasSize(6);
  }

  @Test
  void simplifiedRegistrationsTakeTheInterfaceFromThePath() {
    FoldResult result = InterfaceFold.fold(Captures.registrations("dubbo-2.7.23-simplified"));

    assertThat(result.documents().get(only(result).revision()).services().values())
        .allSatisfy(entry -> assertThat(entry.path()).isEqualTo(entry.name()));
    assertThat(result.losses()).isEmpty();
  }

  @Test
  void dubbo26HasNoPathAndItsConsumersAreNoProviders() {
    FoldResult result = InterfaceFold.fold(Captures.registrations("dubbo-2.6.12"));

    assertThat(result.documents().get(only(result).revision()).services().values())
        .hasSize(3)
        .allSatisfy(entry -> assertThat(entry.path()).isEqualTo(entry.name()));
    assertThat(result.losses()).isEmpty();
  }

  @Property(tries = 50)
  void theOrderOfRegistrationsDoesNotMatter(@ForAll Random random) {
    List<Registration> registrations = new ArrayList<>(Captures.registrations("dubbo-2.7.23"));
    registrations.addAll(Captures.registrations("dubbo-2.7.23-two-protocols"));
    registrations.addAll(Captures.registrations("dubbo-3.3.6-all"));
    FoldResult expected = InterfaceFold.fold(registrations);

    Collections.shuffle(registrations, random);

    assertThat(InterfaceFold.fold(registrations)).isEqualTo(expected);
  }

  @Test
  void aRestartWithTheSameServicesKeepsTheRevision() {
    List<Registration> before = Captures.registrations("dubbo-2.7.23");
    List<Registration> after =
        before.stream()
            .map(each -> with(each, Map.of("pid", "4711", "timestamp", "1795999999999")))
            .toList();

    assertThat(only(InterfaceFold.fold(after)).revision())
        .isEqualTo(only(InterfaceFold.fold(before)).revision());
  }

  @Test
  void aProviderThatWasKilledAndStartedAgainIsSeenOnceAsTheLaterProcess() {
    FoldResult result =
        InterfaceFold.fold(
            List.of(
                registration("dead", 20880, Map.of("timestamp", "1795176524665", "timeout", "1")),
                registration("new", 20880, Map.of("timestamp", "1795176599999", "timeout", "2"))));

    assertThat(only(result).attributes()).containsEntry("timestamp", "1795176599999");
    assertThat(result.documents()).containsOnlyKeys(only(result).revision());
    assertThat(result.losses()).extracting(Loss::kind).containsExactly(Loss.Kind.CONFLICT);
  }

  @Test
  void twoContainersWithTheSameProcessIdOnOneHostAreTwoInstances() {
    FoldResult result =
        InterfaceFold.fold(
            List.of(
                registration("", 20880, Map.of("pid", "1")),
                registration("", 20881, Map.of("pid", "1"))));

    assertThat(result.instances())
        .extracting(ApplicationInstance::port)
        .containsExactly(20880, 20881);
  }

  @Test
  void twoConnectionsAreTwoProcessesWhateverTheirProcessId() {
    FoldResult result =
        InterfaceFold.fold(
            List.of(
                registration("c1", 20880, Map.of("pid", "1")),
                registration("c2", 20881, Map.of("pid", "1", "protocol", "rmi"))));

    assertThat(result.instances()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"enabled, false", "enabled, no", "disabled, true", "disabled, TRUE"})
  void aDisabledServiceIsLeftOutAndADisabledProcessIsDisabled(String key, String value) {
    Registration plain = registration("c1", 20880, Map.of());
    Registration disabled =
        with(registration("c1", 20880, Map.of("group", "g2")), Map.of(key, value));

    ApplicationInstance partly = only(InterfaceFold.fold(List.of(plain, renamed(disabled))));
    ApplicationInstance wholly = only(InterfaceFold.fold(List.of(renamed(disabled))));

    assertThat(partly.enabled()).isTrue();
    assertThat(partly.revision()).isEqualTo(only(InterfaceFold.fold(List.of(plain))).revision());
    assertThat(wholly.enabled()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"enabled, ''", "enabled, TRUE", "disabled, false", "disabled, ''"})
  void whatSaysThatItIsNotDisabledIsNot(String key, String value) {
    ApplicationInstance instance =
        only(InterfaceFold.fold(List.of(registration("c1", 20880, Map.of(key, value)))));

    assertThat(instance.enabled()).isTrue();
  }

  @Test
  void aProcessIsPersistentWhenEverythingItRegisteredIs() {
    Registration plain = registration("c1", 20880, Map.of());
    Registration kept = persistent(plain);
    Registration other = renamed(registration("c1", 20880, Map.of("group", "g2")));

    assertThat(only(InterfaceFold.fold(List.of(plain))).ephemeral()).isTrue();
    assertThat(only(InterfaceFold.fold(List.of(kept))).ephemeral()).isFalse();
    assertThat(only(InterfaceFold.fold(List.of(kept, persistent(other)))).ephemeral()).isFalse();
    assertThat(only(InterfaceFold.fold(List.of(kept, other))).ephemeral()).isTrue();
  }

  @Test
  void whatCannotBeTranslatedIsReportedAndDisturbsNothingElse() {
    Registration good = registration("c1", 20880, Map.of());
    List<Registration> bad =
        List.of(
            with(good, Map.of("application", "")),
            with(good, Map.of("application", "a\u0000b")),
            with(good, Map.of("protocol", "")),
            with(good, Map.of("protocol", "du\"bbo")),
            new Registration(
                good.service(), "", good.ip(), 0, "DEFAULT", true, true, true, good.metadata()),
            with(good, Map.of("big", "x".repeat(1 << 20))),
            with(good, Map.of("interface", "demo.Other", "path", "demo.Other")));

    FoldResult all = InterfaceFold.fold(join(bad, good));

    assertThat(all.instances()).isEqualTo(InterfaceFold.fold(List.of(good)).instances());
    assertThat(all.losses())
        .extracting(Loss::kind)
        .containsExactlyInAnyOrder(
            Loss.Kind.NO_APPLICATION,
            Loss.Kind.BAD_APPLICATION,
            Loss.Kind.NO_PROTOCOL,
            Loss.Kind.BAD_PROTOCOL,
            Loss.Kind.BAD_PORT,
            Loss.Kind.TOO_LARGE,
            Loss.Kind.FOREIGN_INTERFACE);
    assertThat(all.losses()).allSatisfy(loss -> assertThat(loss.detail()).hasSizeLessThan(300));
  }

  @ParameterizedTest
  @CsvSource({
    "orders, true, true",
    "orders v2, false, false",
    "订单中心, true, false",
    "team/orders, true, true",
    "orders$x, true, true",
    "orders#1, false, false",
    "o'rders, false, false",
    "'50%', false, false",
    "a?b, false, false",
    "a;b, false, false",
    "a\\b, false, false"
  })
  void anApplicationIsOneWhereItsNameCanBeServiceAndId(String name, boolean two, boolean three) {
    List<Registration> named =
        List.of(with(registration("c1", 20880, Map.of()), Map.of("application", name)));

    assertThat(InterfaceFold.fold(named, NameRules.NACOS_2).instances()).hasSize(two ? 1 : 0);
    assertThat(InterfaceFold.fold(named, NameRules.NACOS_3).instances()).hasSize(three ? 1 : 0);
    assertThat(InterfaceFold.losses(named.get(0), NameRules.NACOS_3))
        .extracting(Loss::kind)
        .isEqualTo(three ? List.of() : List.of(Loss.Kind.BAD_APPLICATION));
  }

  @ParameterizedTest
  @CsvSource({"version", "group"})
  void whatWouldBreakAServiceKeyIsALoss(String part) {
    Registration good = registration("c1", 20880, Map.of());
    for (String bad : List.of("1.0\nstep: FORCE_APPLICATION\n#", "a b", "a:b", "x\u202ey")) {
      FoldResult result = InterfaceFold.fold(List.of(with(good, Map.of(part, bad)), good));

      assertThat(result.losses()).extracting(Loss::kind).containsExactly(Loss.Kind.BAD_SERVICE);
      assertThat(result.losses().get(0).detail()).doesNotContain("\n", "\u202e").contains(part);
      assertThat(result.instances()).isEqualTo(InterfaceFold.fold(List.of(good)).instances());
    }
    for (String legal : List.of("1.0.0", "a-b_c.d", "1,2", "*")) {
      // Nothing but that the name of the service has another.
      assertThat(InterfaceFold.losses(with(good, Map.of(part, legal)), NameRules.NACOS_3))
          .extracting(Loss::kind)
          .containsExactly(Loss.Kind.FOREIGN_VERSION);
    }
  }

  @Test
  void aLossIsOnOneLineAndNotLong() {
    Loss loss =
        new Loss(
            Loss.Kind.CONFLICT,
            new ServiceKey(NamespaceId.PUBLIC, "g\u2028", "n\n".repeat(1000)),
            "1.2.3.4\u202e:1",
            "said\r\n" + "x".repeat(10_000));

    assertThat(loss.service().name()).hasSize(200).doesNotContain("\n");
    assertThat(loss.service().group() + loss.address()).isEqualTo("g?1.2.3.4?:1");
    assertThat(loss.detail()).startsWith("said??x").hasSizeLessThanOrEqualTo(1000);
  }

  @Test
  void anEmptyInterfaceIsNone() {
    FoldResult result =
        InterfaceFold.fold(
            List.of(
                Wrote.registration(
                    "providers:demo.Plain::",
                    Map.of(
                        "application", "shop",
                        "protocol", "dubbo",
                        "interface", "",
                        "path", "demo.Plain"))));

    assertThat(result.losses()).isEmpty();
    assertThat(result.documents().get(only(result).revision()).services().values())
        .extracting(ServiceEntry::name)
        .containsExactly("demo.Plain");
  }

  @ParameterizedTest
  @CsvSource({
    "providers:demo.Outer___Inner::, demo.Outer$Inner, demo.Outer$Inner",
    "providers:demo.Outer$Inner, demo.Outer$Inner, demo.Outer$Inner",
    "providers:demo.Outer___Inner::, '', demo.Outer$Inner",
    "providers:demo.Three___Lines::, demo.Three___Lines, demo.Three___Lines"
  })
  void aNestedInterfaceIsWhatTheMetadataSaysAndElseWhatTheNameCanBeReadAs(
      String service, String said, String expected) {
    Map<String, String> metadata =
        new TreeMap<>(Map.of("application", "shop", "protocol", "dubbo"));
    if (!said.isEmpty()) {
      metadata.put("interface", said);
      metadata.put("path", said);
    }

    FoldResult result = InterfaceFold.fold(List.of(Wrote.registration(service, metadata)));

    assertThat(result.losses()).isEmpty();
    ServiceEntry entry =
        result.documents().get(only(result).revision()).services().values().iterator().next();
    assertThat(entry.name()).isEqualTo(expected);
    assertThat(entry.path()).isEqualTo(expected);
  }

  @Test
  void aCustomPathIsTranslatedButReported() {
    FoldResult result =
        InterfaceFold.fold(List.of(registration("c1", 20880, Map.of("path", "ctx/demo.Plain"))));

    assertThat(result.instances()).hasSize(1);
    assertThat(result.losses()).extracting(Loss::kind).containsExactly(Loss.Kind.CUSTOM_PATH);
  }

  @Test
  void whatWeDerivedIsNotReadBack() {
    assertThat(
            InterfaceFold.fold(
                    List.of(
                        registration(
                            "c1", 20880, Map.of(MetadataKeys.DERIVED, "native-application"))))
                .instances())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bothNameFormsOfOneProviderCountOnce(boolean connection) {
    Registration four = registration(connection ? "c1" : "", 20880, Map.of());
    Registration legacy =
        new Registration(
            new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "providers:demo.Plain"),
            four.client(),
            four.ip(),
            four.port(),
            "DEFAULT",
            true,
            true,
            true,
            four.metadata());

    FoldResult result = InterfaceFold.fold(List.of(four, legacy));

    assertThat(result).isEqualTo(InterfaceFold.fold(List.of(four)));
  }

  @Test
  void isOfTheLegacyClusterIfItIsRegisteredThereAlone() {
    Registration here = registration("", 20880, Map.of("pid", "7"));
    Registration there = imported(with(renamed(here), Map.of("group", "g2")));

    assertThat(only(InterfaceFold.fold(List.of(there))).origin()).isEqualTo(Origin.LEGACY_CLUSTER);
    FoldResult both = InterfaceFold.fold(List.of(here, there));
    assertThat(only(both).origin()).isEqualTo(Origin.NATIVE_INTERFACE);
    assertThat(both.documents().get(only(both).revision()).services()).hasSize(2);
  }

  @Test
  void aProcessThatIsRegisteredHereCountsBeforeOneOfTheLegacyClusterAtItsAddress() {
    Registration here = unhealthy(registration("c1", 20880, Map.of("timestamp", "1")));
    Registration there = imported(registration("", 20880, Map.of("timestamp", "2")));

    FoldResult result = InterfaceFold.fold(List.of(there, here));

    assertThat(only(result)).isEqualTo(only(InterfaceFold.fold(List.of(here))));
    assertThat(result.losses()).isEmpty();
  }

  private static Registration imported(Registration registration) {
    return new Registration(
        registration.service(),
        registration.client(),
        registration.ip(),
        registration.port(),
        registration.cluster(),
        registration.healthy(),
        registration.enabled(),
        registration.ephemeral(),
        registration.metadata(),
        true);
  }

  private static Registration unhealthy(Registration registration) {
    return new Registration(
        registration.service(),
        registration.client(),
        registration.ip(),
        registration.port(),
        registration.cluster(),
        false,
        registration.enabled(),
        registration.ephemeral(),
        registration.metadata());
  }

  private static ApplicationInstance only(FoldResult result) {
    assertThat(result.instances()).hasSize(1);
    return result.instances().get(0);
  }

  private static List<Registration> join(List<Registration> some, Registration other) {
    List<Registration> all = new ArrayList<>(some);
    all.add(other);
    return all;
  }

  private static Registration renamed(Registration registration) {
    return new Registration(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "providers:demo.Plain::g2"),
        registration.client(),
        registration.ip(),
        registration.port(),
        registration.cluster(),
        true,
        true,
        true,
        registration.metadata());
  }

  private static Registration persistent(Registration registration) {
    return new Registration(
        registration.service(),
        registration.client(),
        registration.ip(),
        registration.port(),
        registration.cluster(),
        registration.healthy(),
        registration.enabled(),
        false,
        registration.metadata());
  }

  private static Registration with(Registration registration, Map<String, String> changes) {
    Map<String, String> metadata = new TreeMap<>(registration.metadata());
    metadata.putAll(changes);
    return new Registration(
        registration.service(),
        registration.client(),
        registration.ip(),
        registration.port(),
        registration.cluster(),
        registration.healthy(),
        registration.enabled(),
        registration.ephemeral(),
        metadata);
  }

  private static Registration registration(String client, int port, Map<String, String> changes) {
    Map<String, String> metadata =
        new TreeMap<>(
            Map.of("application", "shop", "protocol", "dubbo", "interface", "demo.Plain"));
    metadata.putAll(changes);
    return new Registration(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "providers:demo.Plain::"),
        client,
        "192.0.2.7",
        port,
        "DEFAULT",
        true,
        true,
        true,
        metadata);
  }
}
