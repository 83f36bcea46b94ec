package io.landbridge.observe;

import static io.landbridge.observe.Fleet.imported;
import static io.landbridge.observe.Fleet.provider;
import static io.landbridge.observe.Fleet.registered;
import static io.landbridge.observe.Fleet.registration;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.Registration;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.Origin;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Providers of a legacy cluster in the catalog, next to those of this one. */
class ImportedProvidersTest {

  private static final Duration SOON = Duration.ofMillis(2_500);
  private static final Duration PASS = Fleet.CONFIG.fullScan().plusSeconds(5);
  private static final String IP = "10.0.0.1";
  private static final InstanceKey KEY = new InstanceKey(Samples.SHOP, "DEFAULT_GROUP", IP, 20880);

  private final Fleet fleet = new Fleet(2);
  private final List<ImportedInstance> there = imported(provider("", IP, 3));

  /** The last number of an ip says which member answers for it; what is left takes the rest. */
  @BeforeEach
  void divide() {
    for (Fleet.Member member : fleet.members) {
      member.registry.setDistribution(
          address -> {
            List<Fleet.Member> up = fleet.members.stream().filter(it -> !it.stopped).toList();
            int last = Integer.parseInt(address.ip().substring(address.ip().lastIndexOf('.') + 1));
            return up.get(last % up.size()) == member;
          });
    }
  }

  private void bridge() {
    fleet.imports.go(BridgePhase.DUAL_WRITE);
    fleet.translate(Samples.SHOP, true);
    fleet.imports.put(there);
    fleet.run(SOON);
    assertThat(origins()).containsExactly(Origin.LEGACY_CLUSTER);
  }

  private List<Origin> origins() {
    return fleet.contents().values().stream().map(ApplicationInstance::origin).toList();
  }

  private OwnedInstance record() {
    return fleet.catalog.state().instances.get(KEY);
  }

  @ParameterizedTest
  @EnumSource(BridgePhase.class)
  void areFoldedWhileEachClusterShowsWhatTheOtherHas(BridgePhase phase) {
    fleet.translate(Samples.SHOP, true);
    fleet.imports.put(there);
    fleet.imports.go(phase);
    fleet.run(SOON);

    assertThat(origins()).isEqualTo(phase.exports() ? List.of(Origin.LEGACY_CLUSTER) : List.of());
  }

  @Test
  void areFoldedAsNativeOnesAreByWhoeverAnswersForTheirAddress() {
    List<Registration> many = new ArrayList<>();
    for (int host = 1; host <= 40; host++) {
      many.addAll(provider("", "10.0.0." + host, 3));
    }
    fleet.imports.go(BridgePhase.DUAL_WRITE);
    fleet.translate(Samples.SHOP, true);
    fleet.imports.put(imported(many));
    fleet.run(SOON);
    Map<InstanceKey, ApplicationInstance> folded = fleet.contents();

    assertThat(folded).hasSize(40);
    assertThat(fleet.catalog.state().instances.values())
        .extracting(OwnedInstance::owner)
        .contains(fleet.member(0).id, fleet.member(1).id);
    int claims = fleet.catalog.claims().size();
    assertThat(claims).isLessThan(10);
    fleet.run(PASS);
    assertThat(fleet.catalog.claims()).hasSize(claims);

    Fleet alone = new Fleet(1);
    for (int host = 1; host <= 40; host++) {
      alone.connect(0, "c" + host, provider("", "10.0.0." + host, 3));
    }
    alone.run(SOON);
    assertThat(folded.values())
        .containsExactlyElementsOf(
            alone.contents().values().stream()
                .map(each -> Samples.of(each, Origin.LEGACY_CLUSTER))
                .toList());
  }

  @Test
  void nothingIsReadOfApplicationsThatAreNotSwitchedOn() {
    fleet.imports.go(BridgePhase.DUAL_WRITE);
    fleet.imports.put(there);
    fleet.run(PASS);
    assertThat(fleet.imports.reads()).isZero();

    fleet.translate(Samples.STOCK, true);
    fleet.run(SOON);
    assertThat(origins()).isEmpty();

    fleet.translate(Samples.SHOP, true);
    fleet.run(SOON);
    assertThat(origins()).hasSize(1);
    int reads = fleet.imports.reads();
    fleet.run(PASS);
    assertThat(fleet.imports.reads()).isEqualTo(reads);

    fleet.translate(Samples.SHOP, false);
    fleet.run(SOON);
    assertThat(origins()).isEmpty();
  }

  @Test
  void areLookedAtLaterWhereTheyCannotBeRead() {
    MemoryImports imports = new MemoryImports();
    ImportedProviders providers = new ImportedProviders(imports, each -> true, ip -> ip);
    imports.onImport(providers);
    imports.go(BridgePhase.DUAL_WRITE);
    imports.put(there);
    providers.switched(Set.of(Samples.SHOP));
    imports.setFailing(true);
    assertThatThrownBy(providers::refresh).hasMessage("on purpose");
    imports.setFailing(false);
    assertThat(providers.refresh()).containsExactly(IP);
    assertThat(providers.refresh()).isEmpty();

    imports.remove(there.subList(0, 1));
    imports.setFailing(true);
    assertThatThrownBy(providers::refresh).hasMessage("on purpose");
    imports.setFailing(false);
    assertThat(providers.refresh()).containsExactly(IP);
    assertThat(providers.at(IP)).hasSize(2);
  }

  @Test
  void changeAndGoWithWhatIsImported() {
    bridge();
    fleet.imports.put(imported(provider("", IP, 3, Map.of("timeout", "7000"))));
    String before = record().instance().revision().value();
    fleet.run(SOON);
    assertThat(record().instance().revision().value()).isNotEqualTo(before);

    fleet.imports.put(imported(List.of(registration("", "demo.I0", IP, 20880, false, Map.of()))));
    fleet.imports.remove(there.subList(1, 3));
    fleet.run(SOON);
    assertThat(record().instance().healthy()).isFalse();

    fleet.imports.remove(there);
    fleet.run(SOON);
    assertThat(origins()).isEmpty();
  }

  @Test
  void goWhenTheBridgeGoesBack() {
    bridge();
    fleet.imports.go(BridgePhase.CUT_OVER);
    fleet.run(SOON);
    assertThat(origins()).hasSize(1);
    fleet.imports.go(BridgePhase.SHADOW);
    fleet.run(SOON);
    assertThat(origins()).isEmpty();
  }

  /** Member 1 answers for the address, whichever has the connection. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void yieldToANativeConnectionAndComeBackWithNoGap(int at) {
    bridge();
    fleet.connect(at, "native", provider("native", IP, 2));
    fleet.run(SOON);

    assertThat(origins()).containsExactly(Origin.NATIVE_INTERFACE);
    assertThat(record().owner()).isEqualTo(fleet.member(at).id);
    int claims = fleet.catalog.claims().size();
    fleet.run(PASS);
    fleet.imports.put(imported(provider("", IP, 3, Map.of("timeout", "7000"))));
    fleet.run(PASS);
    assertThat(fleet.catalog.claims()).hasSize(claims);

    fleet.disconnect("native");
    fleet.run(SOON);
    assertThat(origins()).containsExactly(Origin.LEGACY_CLUSTER);
    fleet.run(PASS);
    assertThat(origins()).containsExactly(Origin.LEGACY_CLUSTER);
    assertThat(released()).isEmpty();
    fleet.imports.remove(there);
    fleet.run(SOON);
    assertThat(origins()).isEmpty();
  }

  /** Whoever has the connection looks at what is imported before it lets go of the instance. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void takeOverFromANativeConnectionAtTheLastMoment(int at) {
    fleet.imports.go(BridgePhase.DUAL_WRITE);
    fleet.translate(Samples.SHOP, true);
    fleet.connect(at, "native", provider("native", IP, 3));
    fleet.run(SOON);
    fleet.imports.put(there);
    fleet.disconnect("native");
    fleet.run(SOON);

    assertThat(origins()).containsExactly(Origin.LEGACY_CLUSTER);
    assertThat(released()).isEmpty();
  }

  @Test
  void doNotStayWhereTheOtherMemberLearnsLateOfTheConnection() {
    bridge();
    fleet.member(0).registry.connect("native", provider("native", IP, 3));
    fleet.run(SOON);
    assertThat(origins()).containsExactly(Origin.NATIVE_INTERFACE);
    fleet.imports.put(imported(provider("", IP, 3, Map.of("timeout", "7000"))));
    fleet.run(SOON);
    assertThat(origins()).containsExactly(Origin.LEGACY_CLUSTER);

    fleet.member(1).registry.replicate("native", provider("native", IP, 3));
    fleet.run(PASS);
    assertThat(origins()).containsExactly(Origin.NATIVE_INTERFACE);
    int claims = fleet.catalog.claims().size();
    fleet.run(PASS);
    assertThat(fleet.catalog.claims()).hasSize(claims);
  }

  private Stream<InstanceKey> released() {
    return fleet.catalog.claims().stream().flatMap(each -> each.releases().stream());
  }

  @Test
  void areOneProcessWithWhatItsClientRegisteredHere() {
    bridge();
    fleet.connect(1, "", List.of(registration("", "demo.More", IP, 20880, true, Map.of())));
    fleet.run(SOON);

    assertThat(origins()).containsExactly(Origin.NATIVE_INTERFACE);
    MetadataDocument document = fleet.catalog.state().documents.get(record().instance().revision());
    assertThat(document.services().values().stream().map(each -> each.name()).distinct())
        .containsExactlyInAnyOrder("demo.I0", "demo.I1", "demo.I2", "demo.More");
  }

  @Test
  void hideWhereTheSameServiceIsRegisteredHereButKeepItAlive() {
    bridge();
    fleet.imports.put(imported(provider("", IP, 3, Map.of("timeout", "1"))));
    for (boolean healthy : List.of(true, false)) {
      fleet.connect(
          1,
          "",
          Stream.of("demo.I0", "demo.I1", "demo.I2")
              .map(name -> registration("", name, IP, 20880, healthy, Map.of("timeout", "2")))
              .toList());
      fleet.run(SOON);

      assertThat(origins()).containsExactly(Origin.NATIVE_INTERFACE);
      assertThat(record().instance().healthy()).isTrue();
      MetadataDocument document =
          fleet.catalog.state().documents.get(record().instance().revision());
      assertThat(document.services().values())
          .allSatisfy(each -> assertThat(each.params()).containsEntry("timeout", "2"));
    }

    fleet.imports.remove(there);
    fleet.run(SOON);
    assertThat(record().instance().healthy()).isFalse();
  }

  @Test
  void hideWhereAProviderHasRegisteredItsApplicationHere() {
    bridge();
    MetadataDocument document = Samples.document(Samples.SHOP, 1);
    fleet.connect(1, "native", List.of(registered("native", IP, document)));
    fleet.run(SOON);
    // Nobody knows yet what it serves.
    assertThat(origins()).containsExactly(Origin.LEGACY_CLUSTER);

    fleet.documents.put(document);
    fleet.run(SOON);
    assertThat(origins()).containsExactly(Origin.NATIVE_APPLICATION);
  }

  @Test
  void areTakenOverFromAMemberThatIsGone() {
    bridge();
    assertThat(record().owner()).isEqualTo(fleet.member(1).id);
    fleet.member(1).stopped = true;
    fleet.living.remove(fleet.member(1).id);
    fleet.run(SOON.multipliedBy(2));

    assertThat(record().owner()).isEqualTo(fleet.member(0).id);
    assertThat(released()).isEmpty();
  }

  @Test
  void areClaimedOnceByAMemberThatStartsAgain() {
    bridge();
    int claims = fleet.catalog.claims().size();
    fleet.member(1).restart(2);
    fleet.run(Fleet.CONFIG.grace().plusSeconds(5));

    List<ClaimInstances> later =
        fleet.catalog.claims().subList(claims, fleet.catalog.claims().size());
    assertThat(later).hasSize(1);
    assertThat(later.get(0).releases()).isEmpty();
    assertThat(record().epoch()).isEqualTo(2);
  }
}
