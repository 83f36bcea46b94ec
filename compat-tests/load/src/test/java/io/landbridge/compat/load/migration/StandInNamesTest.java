package io.landbridge.compat.load.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StandInNamesTest {

  private static final StandInNames NAMES =
      new StandInNames(
          Map.of("39975", "{port of desk}", "127.0.0.1:8848", "{server}", "0a1b", "{revision}"));

  @Test
  void wordsAreReplacedWhereverTheyStand() {
    assertThat(NAMES.in("39975")).isEqualTo("{port of desk}");
    assertThat(NAMES.in("{\\\"port\\\":39975,\\\"revision\\\":\\\"0a1b\\\"}"))
        .isEqualTo("{\\\"port\\\":{port of desk},\\\"revision\\\":\\\"{revision}\\\"}");
    assertThat(NAMES.in("10.1.0.1#39975#DEFAULT at 127.0.0.1:8848, bind.port=39975&x=1"))
        .isEqualTo("10.1.0.1#{port of desk}#DEFAULT at {server}, bind.port={port of desk}&x=1");
  }

  @Test
  void digitsWithinSomethingElseAreNotWords() {
    String other = "38f21a6ac71860a39e8ee150739975ac 139975 399751 1764039975 127.0.0.1:88480";
    assertThat(NAMES.in(other)).isEqualTo(other);
  }

  @Test
  void withoutNamesTheTextIsAsItWas() {
    assertThat(new StandInNames(Map.of()).in("a 39975")).isEqualTo("a 39975");
  }
}
