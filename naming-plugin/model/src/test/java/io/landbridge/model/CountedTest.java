package io.landbridge.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountedTest {

  @ParameterizedTest
  @CsvSource({
    "0, instance, 0 instances",
    "1, instance, 1 instance",
    "2, process, 2 processes",
    "1, entry, 1 entry",
    "3, entry, 3 entries",
    "5, key, 5 keys"
  })
  void oneIsNotSeveral(long number, String noun, String text) {
    assertThat(Counted.of(number, noun)).isEqualTo(text);
  }

  @Test
  void aTextIsFormattedWithTheSingularWhereThereIsOne() {
    String format = "%s: %d instances are held, %d more services%n%d of %d processes (%.1f %%)";
    assertThat(Counted.format(format, "a", 1, 2, 1, 1, 0.5))
        .isEqualTo("a: 1 instance is held, 2 more services%n1 of 1 process (0.5 %%)".formatted());
    assertThat(Counted.format(format, "a", 3, 1, 0, 2, 0.5))
        .isEqualTo(
            "a: 3 instances are held, 1 more service%n0 of 2 processes (0.5 %%)".formatted());
    assertThat(Counted.format("%d interface-level instances now, %d application instances", 1, 1))
        .isEqualTo("1 interface-level instance now, 1 application instance");
    assertThat(Counted.format("%d is that, %d ms, %d requests/s, %d entries differ", 1, 1, 1, 1L))
        .isEqualTo("1 is that, 1 ms, 1 requests/s, 1 entry differs");
  }

  @Test
  void aClockIsAheadOrBehind() {
    assertThat(ClockOffset.text(-27, "this machine")).isEqualTo("27 ms behind this machine");
    assertThat(ClockOffset.text(27, "this machine")).isEqualTo("27 ms ahead of this machine");
    assertThat(ClockOffset.text(0, "this machine")).isEqualTo("as that of this machine");
  }
}
