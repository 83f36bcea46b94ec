package io.landbridge.registry.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.diff.Difference.Field;
import io.landbridge.registry.legacy.ExportMark;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ServiceDiffTest {

  /** Few of everything, so that two lists often have much in common. */
  @Provide
  Arbitrary<RegisteredInstance> instances() {
    return Combinators.combine(
            Arbitraries.of("10.0.0.1", "10.0.0.2"),
            Arbitraries.of(1, 11),
            Arbitraries.of("A", "B"),
            Arbitraries.of(0.0, 1.0),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.maps(
                    Arbitraries.of("a", "ab", ExportMark.BEAT_INTERVAL),
                    Arbitraries.of("", "b", "bb"))
                .ofMaxSize(2))
        .as(RegisteredInstance::new);
  }

  @Provide
  Arbitrary<List<RegisteredInstance>> services() {
    return instances().list().ofMaxSize(4);
  }

  private static List<RegisteredInstance> shuffled(List<RegisteredInstance> list, long seed) {
    List<RegisteredInstance> copy = new ArrayList<>(list);
    Collections.shuffle(copy, new Random(seed));
    return copy;
  }

  @Property
  void nothingDiffersFromItselfInAnyOrder(
      @ForAll("services") List<RegisteredInstance> service, @ForAll long seed) {
    assertThat(ServiceDiff.of(service, shuffled(service, seed))).isEmpty();
    assertThat(ServiceDigest.of(service)).isEqualTo(ServiceDigest.of(shuffled(service, seed)));
  }

  @Property
  void digestsAreEqualExactlyWhenNothingDiffers(
      @ForAll("services") List<RegisteredInstance> here,
      @ForAll("services") List<RegisteredInstance> there) {
    List<Difference> differences = ServiceDiff.of(here, there);

    assertThat(differences.isEmpty())
        .isEqualTo(
            here.stream()
                .sorted(byText())
                .toList()
                .equals(there.stream().sorted(byText()).toList()));
    assertThat(ServiceDigest.of(here).equals(ServiceDigest.of(there)))
        .isEqualTo(differences.isEmpty());
  }

  private static Comparator<RegisteredInstance> byText() {
    return Comparator.comparing(RegisteredInstance::toString);
  }

  @Property
  void theOtherSideSeesTheMirrorImage(
      @ForAll("services") List<RegisteredInstance> here,
      @ForAll("services") List<RegisteredInstance> there) {
    assertThat(ServiceDiff.of(there, here))
        .containsExactlyInAnyOrderElementsOf(
            ServiceDiff.of(here, there).stream().map(Difference::mirrored).toList());
  }

  @Property
  void whatExportingAddsIsNoDifference(@ForAll("services") List<RegisteredInstance> service) {
    List<RegisteredInstance> exported =
        service.stream().map(each -> ExportMark.of("new").on(each)).toList();

    assertThat(ServiceDiff.of(service, exported)).isEmpty();
    assertThat(ServiceDigest.of(exported)).isEqualTo(ServiceDigest.of(service));
  }

  @Property
  void aDigestGoesWithItsInstances(
      @ForAll("services") List<RegisteredInstance> service,
      @ForAll("instances") RegisteredInstance more) {
    ServiceDigest before = ServiceDigest.of(service);
    List<RegisteredInstance> after = new ArrayList<>(service);
    after.add(more);

    assertThat(before.plus(more)).isEqualTo(ServiceDigest.of(after)).isNotEqualTo(before);
    assertThat(before.plus(more).minus(more)).isEqualTo(before);
  }

  private static RegisteredInstance instance(
      String ip, double weight, Map<String, String> metadata) {
    return new RegisteredInstance(ip, 80, "DEFAULT", weight, true, true, true, metadata);
  }

  @Test
  void namesWhatDiffers() {
    assertThat(
            ServiceDiff.of(
                List.of(
                    instance("10.0.0.1", 1, Map.of("a", "1", "b", "")),
                    instance("10.0.0.2", 1, Map.of())),
                List.of(
                    instance("10.0.0.1", 2, Map.of("a", "2")), instance("10.0.0.3", 1, Map.of()))))
        .containsExactly(
            new Difference("10.0.0.1:80", Field.WEIGHT, "", "1.0", "2.0"),
            new Difference("10.0.0.1:80", Field.METADATA, "a", "'1'", "'2'"),
            new Difference("10.0.0.1:80", Field.METADATA, "b", "''", ""),
            new Difference("10.0.0.2:80", Field.INSTANCE, "", "registered", ""),
            new Difference("10.0.0.3:80", Field.INSTANCE, "", "", "registered"));
  }

  @Test
  void digestsStayWhatTheyWere() {
    // Members of two versions compare them.
    assertThat(ServiceDigest.of(List.of(instance("10.0.0.1", 1, Map.of("a", "ü")))).toString())
        .isEqualTo("3c919c7758466ba65e795adbcbaad89a");
    assertThat(ServiceDigest.EMPTY.toString()).isEqualTo("0".repeat(32));
  }
}
