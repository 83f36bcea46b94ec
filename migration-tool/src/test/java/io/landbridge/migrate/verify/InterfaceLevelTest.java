package io.landbridge.migrate.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.InterfaceUnfold;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.SketchedRegistry;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentAnswer;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentKey;
import io.landbridge.migrate.verify.Comparison.Finding;
import io.landbridge.migrate.verify.Comparison.ParameterFinding;
import io.landbridge.migrate.verify.InterfaceLevel.Alone;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Providers that register their application alone, as consumers of interfaces see them. */
class InterfaceLevelTest {

  private static final ApplicationName SHOP = new ApplicationName("shop");
  private static final ServiceKey SERVICE = named("shop");
  private static final MetadataDocument DOCUMENT =
      MetadataDocument.of(SHOP, List.of(entry("demo.Order", "dubbo"), entry("demo.Order", "tri")));
  private static final String NAME = "providers:demo.Order::";
  private static final String OLD_NAME = "providers:demo.Order";

  private static ServiceEntry entry(String name, String protocol) {
    return new ServiceEntry(
        name,
        "",
        "",
        protocol,
        protocol.equals("dubbo") ? 20880 : 50051,
        name,
        new TreeMap<>(Map.of("timeout", "3000", "interface", name)));
  }

  private static RegisteredInstance process(String ip, String storage) {
    return new RegisteredInstance(
        ip,
        20880,
        "DEFAULT",
        1,
        true,
        true,
        true,
        Map.of(
            MetadataKeys.REVISION,
            DOCUMENT.revision().value(),
            MetadataKeys.STORAGE_TYPE,
            storage,
            MetadataKeys.ENDPOINTS,
            "[{\"port\":20880,\"protocol\":\"dubbo\"},{\"port\":50051,\"protocol\":\"tri\"}]",
            MetadataKeys.TIMESTAMP,
            "1795176524665"));
  }

  private static Landscape landscape(
      List<Registration> providers, RegisteredInstance... processes) {
    SortedMap<ServiceKey, List<RegisteredInstance>> services = new TreeMap<>();
    services.put(SERVICE, List.of(processes));
    return new Landscape(
        Registrations.SERVER,
        List.of(NamespaceId.PUBLIC),
        providers,
        services,
        new TreeMap<>(),
        0,
        0,
        List.of());
  }

  private static ApplicationLevel level() {
    return new ApplicationLevel(
        Map.of(
            new DocumentKey(
                new ApplicationKey(NamespaceId.PUBLIC, SHOP), DOCUMENT.revision().value()),
            new DocumentAnswer.Found(DOCUMENT)),
        Map.of());
  }

  /** A cluster as far as consumers of interfaces see it. */
  private final SketchedRegistry shown = new SketchedRegistry();

  /** What somebody other than the configuration centre knows. */
  private DocumentAnswer elsewhere = new DocumentAnswer.Unusable("nobody knows");

  private InterfaceLevel read(Landscape landscape) throws Exception {
    Inventory inventory = InventoryBuilder.of(landscape);
    return new InterfaceLevelReader(shown, revision -> elsewhere)
        .read(landscape, inventory.applications(), level());
  }

  private Comparison compare(Landscape landscape) throws Exception {
    return new ModelComparison(landscape, level(), read(landscape))
        .compare(InventoryBuilder.of(landscape).applications().get(0));
  }

  /** As the plugin shows what is in the landscape. */
  private void show(Landscape landscape, Map<String, String> more, String... names)
      throws Exception {
    for (String name : names) {
      shown.registered(
          named(name),
          read(landscape).alone().stream()
              .flatMap(each -> shown(name, each, more).stream())
              .toArray(RegisteredInstance[]::new));
    }
  }

  private static ServiceKey named(String name) {
    return new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", name);
  }

  private static List<RegisteredInstance> shown(
      String name, Alone provider, Map<String, String> more) {
    return InterfaceUnfold.unfold(name, provider.instance(), DOCUMENT).stream()
        .map(
            each -> {
              Map<String, String> metadata = new HashMap<>(each.metadata());
              metadata.putAll(more);
              return new RegisteredInstance(
                  provider.instance().ip(), each.port(), "DEFAULT", 1, true, true, true, metadata);
            })
        .toList();
  }

  @Test
  void whatIsShownUnderEachNameIsEqual() throws Exception {
    Landscape one = landscape(List.of(), process("10.0.0.1", "remote"));
    show(one, Map.of(), NAME, OLD_NAME);

    Comparison comparison = compare(one);

    assertThat(comparison.equal()).as("%s", comparison).isTrue();
    assertThat(comparison.addresses()).isEqualTo(1);
    assertThat(comparison.unverified()).isEmpty();
  }

  @Test
  void whatIsNotShownIsExtra() throws Exception {
    Landscape two =
        landscape(List.of(), process("10.0.0.1", "remote"), process("10.0.0.2", "remote"));
    show(landscape(List.of(), process("10.0.0.1", "remote")), Map.of(), NAME, OLD_NAME);

    Comparison comparison = compare(two);

    assertThat(comparison.equal()).isFalse();
    assertThat(comparison.addresses()).isEqualTo(1);
    assertThat(comparison.extra())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.address()).isEqualTo("10.0.0.2:20880");
              assertThat(each.service()).isEqualTo("demo.Order");
              assertThat(each.protocol()).isEqualTo("dubbo");
              assertThat(each.reason()).contains(OLD_NAME + ", " + NAME, "switched on");
            });
  }

  @Test
  void aNameUnderWhichItIsNotShownIsSaid() throws Exception {
    Landscape one = landscape(List.of(), process("10.0.0.1", "remote"));
    show(one, Map.of(), NAME);

    assertThat(compare(one).extra())
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.reason()).contains("in " + OLD_NAME + ";").doesNotContain(NAME));
  }

  @Test
  void aParameterThatIsNotAsItShouldBe() throws Exception {
    Landscape one = landscape(List.of(), process("10.0.0.1", "remote"));
    show(one, Map.of("timeout", "5"), NAME, OLD_NAME);

    assertThat(compare(one).different())
        .containsExactly(
            new ParameterFinding("demo.Order", "dubbo", "10.0.0.1:20880", "timeout", "5", "3000"));
    assertThat(compare(one).equal()).isFalse();
  }

  @Test
  void whatAProviderRegisteredThereItselfIsItsOwnAffair() throws Exception {
    Landscape one = landscape(List.of(), process("10.0.0.1", "remote"));
    RegisteredInstance own =
        new RegisteredInstance("10.0.0.1", 20880, "DEFAULT", 1, true, true, true, Map.of());
    shown.registered(named(NAME), own).registered(named(OLD_NAME), own);

    assertThat(compare(one).equal()).isTrue();
  }

  @Test
  void aDocumentThatOnlyTheProviderHasIsAskedForElsewhere() throws Exception {
    Landscape one = landscape(List.of(), process("10.0.0.1", "local"));

    assertThat(compare(one).unverified())
        .containsExactly(new Finding("", "", "10.0.0.1:20880", "nobody knows"));
    assertThat(compare(one).equal()).isTrue();

    elsewhere = new DocumentAnswer.Found(DOCUMENT);
    assertThat(compare(one).extra()).hasSize(1);
    show(one, Map.of(), NAME, OLD_NAME);
    assertThat(compare(one).equal()).isTrue();
    assertThat(compare(one).addresses()).isEqualTo(1);
  }

  @Test
  void whoeverRegistersItsInterfacesTooIsNotLookedFor() throws Exception {
    Registration both = Registrations.of("shop", "demo.Order", "10.0.0.1", 20880);

    assertThat(read(landscape(List.of(both), process("10.0.0.1", "local"))).alone()).isEmpty();
    assertThat(read(landscape(List.of(both), process("10.0.0.2", "local"))).alone())
        .extracting(each -> each.instance().ip())
        .containsExactly("10.0.0.2");
  }

  @Test
  void aDisabledProviderIsExpectedInNeitherModel() throws Exception {
    RegisteredInstance off = process("10.0.0.1", "remote");
    Map<String, String> metadata = new HashMap<>(off.metadata());
    metadata.put("enabled", "false");

    assertThat(
            read(landscape(
                    List.of(),
                    new RegisteredInstance(
                        "10.0.0.1", 20880, "DEFAULT", 1, true, true, true, metadata)))
                .alone())
        .isEmpty();
  }

  @Test
  void aRegistrationThatNobodyCanReadIsSaid() throws Exception {
    RegisteredInstance odd =
        new RegisteredInstance(
            "10.0.0.1",
            20880,
            "DEFAULT",
            1,
            true,
            true,
            true,
            Map.of(MetadataKeys.REVISION, "12345", MetadataKeys.STORAGE_TYPE, "local"));

    assertThat(compare(landscape(List.of(), odd)).unverified())
        .singleElement()
        .satisfies(each -> assertThat(each.reason()).contains("dubbo-go"));
  }
}
