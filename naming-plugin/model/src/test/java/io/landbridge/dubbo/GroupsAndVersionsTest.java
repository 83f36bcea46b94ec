package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Endpoint;
import io.landbridge.model.NameRules;
import io.landbridge.model.NameUse;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.arbitraries.StringArbitrary;

/**
 * Every group and version that Dubbo takes survives translation in both directions, or is a loss
 * with a kind. Dubbo takes up to 200 letters and digits of ASCII, and {@code * , - . _}; that
 * others come from elsewhere is no reason to lose them without a word.
 */
class GroupsAndVersionsTest {

  private static final int LONGEST = 200;
  private static final String IP = "192.0.2.7";
  private static final int PORT = 20880;

  /** A service as its provider configures it, and the server it is on. */
  record Service(String interfaceName, String version, String group, NameRules rules) {

    ServiceEntry entry(Map<String, String> params) {
      return new ServiceEntry(
          interfaceName, group, version, "dubbo", PORT, interfaceName, new TreeMap<>(params));
    }

    Dubbo2Consumer consumer() {
      return new Dubbo2Consumer(interfaceName, version, group);
    }

    /** As Dubbo 2.6 and 2.7 call it. */
    List<String> names() {
      return List.of(consumer().name(), consumer().legacyName());
    }

    /** Whether its parts can be told apart where they stand together. */
    boolean isKey() {
      return !version.contains(":") && !version.contains("/") && !group.contains(":");
    }

    Registration registration(String name) {
      Map<String, String> metadata = new TreeMap<>();
      metadata.put(MetadataKeys.APPLICATION, "shop");
      metadata.put(MetadataKeys.INTERFACE, interfaceName);
      metadata.put(MetadataKeys.PATH, interfaceName);
      metadata.put(MetadataKeys.PROTOCOL, "dubbo");
      metadata.put(MetadataKeys.SIDE, "provider");
      if (!version.isEmpty()) {
        metadata.put(MetadataKeys.VERSION, version);
      }
      if (!group.isEmpty()) {
        metadata.put(MetadataKeys.GROUP, group);
      }
      return new Registration(
          new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", name),
          "connection",
          IP,
          PORT,
          "DEFAULT",
          true,
          true,
          true,
          metadata);
    }
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void ofTheInterfaceLevelIsFoundAtTheApplicationLevelAndBack(@ForAll("services") Service service) {
    for (String name : service.names()) {
      FoldResult folded = InterfaceFold.fold(List.of(service.registration(name)), service.rules());

      if (!folded.losses().isEmpty()) {
        assertThat(folded.losses()).allMatch(each -> each.kind().dropped());
        assertThat(folded.instances()).isEmpty();
        continue;
      }
      assertThat(service.isKey()).isTrue();
      assertThat(folded.instances()).hasSize(1);
      ApplicationInstance instance = folded.instances().get(0);
      MetadataDocument document = folded.documents().get(instance.revision());
      assertThat(document.services().values())
          .singleElement()
          .satisfies(
              entry -> {
                assertThat(entry.name()).isEqualTo(service.interfaceName());
                assertThat(entry.version()).isEqualTo(service.version());
                assertThat(entry.group()).isEqualTo(service.group());
              });
      isShown(service, instance, document);
    }
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void ofTheApplicationLevelIsFoundAtTheInterfaceLevelAndBack(@ForAll("services") Service service) {
    MetadataDocument document =
        MetadataDocument.of(
            new ApplicationName("shop"), List.of(service.entry(Map.of("timeout", "100"))));
    ApplicationInstance instance = instance(document);
    List<Loss.Kind> lost =
        InterfaceUnfold.losses(instance, document, service.rules()).stream()
            .map(Loss::kind)
            .toList();

    if (!service.isKey() || !service.names().stream().allMatch(name -> takes(service, name))) {
      assertThat(lost).containsExactly(Loss.Kind.BAD_SERVICE);
      if (!service.isKey()) {
        for (String name : service.names()) {
          assertThat(InterfaceUnfold.unfold(name, instance, document)).isEmpty();
        }
      }
      return;
    }
    assertThat(lost).isEmpty();
    isShown(service, instance, document);
    FoldResult back =
        InterfaceFold.fold(
            new ArrayList<>(InterfaceLevel.registrations(instance, document)), service.rules());
    assertThat(back.losses()).isEmpty();
    assertThat(back.documents().values())
        .flatExtracting(each -> each.services().values())
        .extracting(each -> Tuple.of(each.name(), each.version(), each.group()))
        .containsExactly(Tuple.of(service.interfaceName(), service.version(), service.group()));
  }

  private static boolean takes(Service service, String name) {
    return service.rules().takes(NameUse.SERVICE, name);
  }

  private static void isShown(
      Service service, ApplicationInstance instance, MetadataDocument document) {
    for (String name : service.names()) {
      assertThat(InterfaceUnfold.unfold(name, instance, document))
          .singleElement()
          .matches(each -> service.consumer().calls(each.metadata()));
    }
  }

  private static ApplicationInstance instance(MetadataDocument document) {
    return new ApplicationInstance(
        new ApplicationKey(NamespaceId.PUBLIC, document.application()),
        "DEFAULT_GROUP",
        IP,
        PORT,
        List.of(new Endpoint(PORT, "dubbo")),
        "DEFAULT",
        true,
        true,
        true,
        document.revision(),
        new TreeMap<>(),
        Origin.NATIVE_APPLICATION);
  }

  @Provide
  Arbitrary<Service> services() {
    StringArbitrary letters =
        Arbitraries.strings()
            .withCharRange('0', '9')
            .withCharRange('A', 'Z')
            .withCharRange('a', 'z')
            .withChars('*', ',', '-', '.', '_');
    Arbitrary<String> legal =
        Arbitraries.oneOf(letters.ofMaxLength(LONGEST), letters.ofLength(LONGEST));
    Arbitrary<String> odd =
        Arbitraries.of(
            "",
            "*",
            ",",
            "a,b",
            "*,a",
            "0.0.0",
            "1.0.0",
            "-",
            ".",
            "__",
            "___",
            "a___b",
            "1:0",
            ":",
            "a:b:c",
            "v/2",
            "g/h",
            "providers");
    Arbitrary<String> interfaces =
        Arbitraries.oneOf(
            Arbitraries.of("demo.A", "demo.Outer$Inner", "A", "demo.Under___score"),
            Arbitraries.integers().between(1, LONGEST - 5).map(each -> "demo." + "A".repeat(each)));
    return Combinators.combine(
            interfaces,
            Arbitraries.oneOf(legal, odd),
            Arbitraries.oneOf(legal, odd),
            Arbitraries.of(NameRules.NACOS_2, NameRules.NACOS_3))
        .as(Service::new);
  }
}
