package io.landbridge.registry.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.registry.RegisteredInstance;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ExportMarkTest {

  private static final ExportMark MARK = ExportMark.of("new");

  private static RegisteredInstance instance(boolean ephemeral, Map<String, String> metadata) {
    return new RegisteredInstance("10.0.0.1", 80, "DEFAULT", 1, true, true, ephemeral, metadata);
  }

  @Provide
  Arbitrary<Map<String, String>> metadata() {
    return Arbitraries.maps(
            Arbitraries.of(
                "a",
                "side",
                ExportMark.BEAT_INTERVAL,
                ExportMark.BEAT_TIMEOUT,
                ExportMark.DELETE_TIMEOUT),
            Arbitraries.of("", "1", "15000", "90000", "ü"))
        .ofMaxSize(5);
  }

  @Property
  void removingGivesBackWhatWasMarked(
      @ForAll("metadata") Map<String, String> metadata, @ForAll boolean ephemeral) {
    RegisteredInstance plain = instance(ephemeral, metadata);

    RegisteredInstance marked = MARK.on(plain);

    assertThat(ExportMark.originOf(marked.metadata())).contains("new");
    assertThat(ExportMark.removed(marked)).isEqualTo(plain);
    assertThat(ExportMark.of("other").on(marked)).isEqualTo(ExportMark.of("other").on(plain));
  }

  @Test
  void whetherItIsEnabledIsInTheMark() {
    RegisteredInstance plain = instance(true, Map.of("a", "1"));
    RegisteredInstance off = plain.withEnabled(false);

    for (UnaryOperator<RegisteredInstance> mark :
        List.<UnaryOperator<RegisteredInstance>>of(MARK::on, MARK::onBeating, MARK::onSteady)) {
      assertThat(ExportMark.isOfDisabled(mark.apply(plain).metadata())).isFalse();
      assertThat(ExportMark.isOfDisabled(mark.apply(off).metadata())).isTrue();
      assertThat(ExportMark.removed(mark.apply(off))).isEqualTo(off);
      assertThat(mark.apply(mark.apply(off).withEnabled(true))).isEqualTo(mark.apply(plain));
    }
  }

  @Property
  void whoseClientBeatsKeepsItsOwnTimes(
      @ForAll("metadata") Map<String, String> metadata, @ForAll boolean ephemeral) {
    RegisteredInstance plain = instance(ephemeral, metadata);

    RegisteredInstance marked = MARK.onBeating(plain);

    assertThat(ExportMark.originOf(marked.metadata())).contains("new");
    assertThat(marked.metadata()).containsAllEntriesOf(metadata);
    assertThat(MARK.isLengthened(marked)).isFalse();
    assertThat(ExportMark.removed(marked)).isEqualTo(plain);
    assertThat(MARK.on(marked)).isEqualTo(MARK.on(plain));
    assertThat(MARK.onBeating(MARK.on(plain))).isEqualTo(marked);
    assertThat(MARK.isLengthened(MARK.on(plain))).isEqualTo(ephemeral);
  }

  @Property
  void whoBeatsHereAloneIsWaitedForLongerAndNeverToldHowOften(
      @ForAll("metadata") Map<String, String> metadata, @ForAll boolean ephemeral) {
    RegisteredInstance plain = instance(ephemeral, metadata);

    RegisteredInstance marked = MARK.onSteady(plain);

    assertThat(MARK.isSteady(marked)).isEqualTo(ephemeral && !ExportMark.hasTimes(metadata));
    assertThat(MARK.isLengthened(marked)).isFalse();
    assertThat(marked.metadata().get(ExportMark.BEAT_INTERVAL))
        .isEqualTo(metadata.get(ExportMark.BEAT_INTERVAL));
    assertThat(ExportMark.removed(marked)).isEqualTo(plain);
    assertThat(MARK.onSteady(MARK.on(plain))).isEqualTo(marked);
    if (ExportMark.hasTimes(metadata)) {
      assertThat(marked).isEqualTo(MARK.onBeating(plain));
    }
    for (RegisteredInstance each : List.of(marked, MARK.on(plain), MARK.onBeating(plain))) {
      assertThat(MARK.likewise(plain, each)).isEqualTo(each);
    }
  }

  @Property
  void whatAClientRegisteredIsNotTouched(@ForAll("metadata") Map<String, String> metadata) {
    assertThat(ExportMark.originOf(metadata)).isEmpty();
    assertThat(ExportMark.removed(instance(true, metadata))).isEqualTo(instance(true, metadata));
  }

  @Test
  void onlyWhatBeatsIsToldHowOften() {
    assertThat(MARK.on(instance(true, Map.of())).metadata())
        .isEqualTo(
            Map.of(
                ExportMark.ORIGIN, "new",
                ExportMark.BEAT_INTERVAL, "30000",
                ExportMark.BEAT_TIMEOUT, "90000",
                ExportMark.DELETE_TIMEOUT, "120000"));
    assertThat(MARK.on(instance(false, Map.of())).metadata())
        .isEqualTo(Map.of(ExportMark.ORIGIN, "new"));
  }

  @Test
  void beatsAreFiveTimesRarerThanNativeOnesAndFitTwice() {
    assertThatThrownBy(
            () ->
                new ExportMark(
                    "new", Duration.ofSeconds(24), Duration.ofSeconds(90), Duration.ofSeconds(120)))
        .hasMessageContaining("at least 25 s");
    assertThatThrownBy(
            () ->
                new ExportMark(
                    "new", Duration.ofSeconds(30), Duration.ofSeconds(59), Duration.ofSeconds(120)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new ExportMark(
                    "new", Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofSeconds(59)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
