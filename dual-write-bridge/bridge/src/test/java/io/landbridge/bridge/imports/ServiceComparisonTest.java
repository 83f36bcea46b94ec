package io.landbridge.bridge.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.bridge.legacy.RejectedExports;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.service.answer.BridgeDifference;
import io.landbridge.view.derived.NativeInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ServiceComparisonTest {

  private static final ServiceKey SHOP =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop");
  private static final ExportMark MARK = ExportMark.of("us");

  private static RegisteredInstance at(int host, double weight) {
    return new RegisteredInstance(
        "10.0.0." + host, 80, "DEFAULT", weight, true, true, true, Map.of("a", "b"));
  }

  private static NativeInstance here(RegisteredInstance it) {
    return new NativeInstance(
        it.ip(),
        it.port(),
        it.cluster(),
        it.weight(),
        it.healthy(),
        it.enabled(),
        it.ephemeral(),
        it.metadata());
  }

  private static ImportedInstance imported(RegisteredInstance it) {
    return LegacyContent.imported(SHOP, it);
  }

  private static LegacyContent there(
      List<RegisteredInstance> theirs, List<RegisteredInstance> ours) {
    return new LegacyContent(
        new TreeMap<>(Map.of(SHOP, theirs.stream().map(ServiceComparisonTest::imported).toList())),
        new TreeMap<>(Map.of(SHOP, ours.stream().map(MARK::on).toList())),
        new TreeMap<>(Map.of(SHOP, Set.of("10.0.0.200:80"))),
        Namespaces.of(NamespaceId.PUBLIC),
        new TreeMap<>(),
        new TreeMap<>());
  }

  private static ServiceComparison compare(
      List<RegisteredInstance> natives, List<RegisteredInstance> imported, LegacyContent there) {
    return compared(natives, imported, there).orElseThrow();
  }

  private static Optional<ServiceComparison> compared(
      List<RegisteredInstance> natives, List<RegisteredInstance> imported, LegacyContent there) {
    return ServiceComparison.of(
        SHOP,
        natives.stream().map(ServiceComparisonTest::here).toList(),
        imported.stream().map(ServiceComparisonTest::imported).toList(),
        there);
  }

  @Test
  void whatIsOnBothSidesIsNoDifferenceHoweverItGotThere() {
    assertThat(
            compared(
                List.of(at(1, 1), at(2, 1)),
                List.of(at(3, 1), at(2, 1)),
                there(List.of(at(2, 1), at(3, 1)), List.of(at(1, 1)))))
        .isEmpty();
    assertThat(compared(List.of(), List.of(), there(List.of(), List.of()))).isEmpty();
  }

  @Test
  void eachKindOfDifferenceIsFoundInOnePass() {
    ServiceComparison found =
        compare(
            List.of(at(1, 1), at(2, 1), at(3, 1)),
            List.of(at(4, 1), at(5, 1)),
            there(List.of(at(5, 2), at(6, 1)), List.of(at(2, 1), at(3, 7), at(9, 1))));

    assertThat(found.missing()).extracting(RegisteredInstance::ip).containsExactly("10.0.0.1");
    assertThat(found.changed())
        .extracting(ServiceComparison.Changed::here)
        .containsExactly(at(3, 1));
    assertThat(found.stale()).extracting(RegisteredInstance::ip).containsExactly("10.0.0.9");
    assertThat(found.imports().puts())
        .extracting(each -> each.key().ip())
        .containsExactly("10.0.0.5", "10.0.0.6");
    assertThat(found.imports().removals())
        .extracting(ImportedInstance.Key::ip)
        .containsExactly("10.0.0.4");
  }

  @Test
  void whatTheRoundPutsRightAtOnceIsNotTold() {
    ServiceComparison found =
        compare(List.of(at(1, 1)), List.of(at(4, 1)), there(List.of(at(5, 2)), List.of()));

    assertThat(found.describe(false, new RejectedExports(() -> 0)))
        .extracting(each -> each.difference().ip())
        .containsExactly("10.0.0.1");
    assertThat(found.describe(true, new RejectedExports(() -> 0)))
        .extracting(ServiceComparison.Told::difference)
        .extracting(BridgeDifference::ip, BridgeDifference::there)
        .containsExactlyInAnyOrder(tuple("10.0.0.4", "gone"), tuple("10.0.0.1", "absent"));
  }

  @Test
  void whatAnotherClusterExportedIsLeftAlone() {
    assertThat(compared(List.of(at(200, 1)), List.of(), there(List.of(), List.of()))).isEmpty();
  }

  @Test
  void anInstanceThatHasAnotherLabelThereIsAnother() {
    RegisteredInstance labelled =
        new RegisteredInstance("10.0.0.1", 80, "B", 1, true, true, true, Map.of("a", "b"));
    ServiceComparison found =
        compare(List.of(at(1, 1)), List.of(), there(List.of(), List.of(labelled)));

    assertThat(found.missing()).containsExactly(at(1, 1));
    assertThat(found.stale()).containsExactly(MARK.on(labelled));
    assertThat(found.changed()).isEmpty();
  }

  /** Whatever is found, when that is done there is nothing left but what is exported only now. */
  @Property
  void whatIsPutRightIsEqual(
      @ForAll @Size(max = 6) List<@IntRange(min = 1, max = 5) Integer> natives,
      @ForAll @Size(max = 6) List<@IntRange(min = 1, max = 5) Integer> imported,
      @ForAll @Size(max = 6) List<@IntRange(min = 1, max = 5) Integer> theirs,
      @ForAll @Size(max = 6) List<@IntRange(min = 1, max = 5) Integer> ours,
      @ForAll @IntRange(min = 1, max = 2) int weight) {
    List<RegisteredInstance> here = distinct(natives, 1);
    List<RegisteredInstance> own = distinct(theirs, weight);
    List<RegisteredInstance> exports = new ArrayList<>(distinct(ours, weight));
    exports.removeIf(each -> theirs.contains(host(each)));

    Optional<ServiceComparison> found = compared(here, distinct(imported, 1), there(own, exports));
    if (found.isEmpty()) {
      assertThat(distinct(imported, 1)).hasSameElementsAs(own);
      return;
    }
    ServiceComparison it = found.get();
    it.stale().forEach(gone -> exports.remove(ExportMark.removed(gone)));
    it.changed().forEach(change -> exports.remove(ExportMark.removed(change.there())));
    it.changed().forEach(change -> exports.add(change.here()));
    exports.addAll(it.missing());

    compared(here, own, there(own, exports))
        .ifPresent(
            left -> {
              assertThat(left.changed()).isEmpty();
              assertThat(left.stale()).isEmpty();
              assertThat(left.imports().isEmpty()).isTrue();
              assertThat(left.missing())
                  .extracting(RegisteredInstance::ip)
                  .isSubsetOf(
                      it.imports().removals().stream().map(ImportedInstance.Key::ip).toList());
            });
  }

  private static int host(RegisteredInstance instance) {
    return Integer.parseInt(instance.ip().substring("10.0.0.".length()));
  }

  private static List<RegisteredInstance> distinct(List<Integer> hosts, double weight) {
    return hosts.stream().distinct().sorted().map(host -> at(host, weight)).toList();
  }

  @Test
  void onlyAHealthThatIsRefusedLasts() {
    ServiceComparison found =
        compare(
            List.of(at(1, 1)), List.of(), there(List.of(), List.of(at(1, 2).withHealth(false))));
    RejectedExports refusals = new RejectedExports(() -> 0);
    refusals.addHealth(LegacyContent.key(SHOP, at(1, 1)), at(1, 1), "no health");

    assertThat(found.describe(false, refusals))
        .extracting(
            each -> each.difference().field(),
            each -> each.difference().reason(),
            ServiceComparison.Told::lasting)
        .containsExactly(
            tuple("weight", "transfer pending", false), tuple("healthy", "no health", true));
  }

  @Test
  void whoHasJustRegisteredThereIsNotMissing() {
    assertThat(compare(List.of(at(1, 1)), List.of(), there(List.of(at(1, 1)), List.of())).missing())
        .isEmpty();
  }
}
