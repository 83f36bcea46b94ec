package io.landbridge.compat.load.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ServerHeapTest {

  @Test
  void bothGenerationsCountAndNothingElse() {
    String info =
        """
        4711:
         def new generation   total 78656K, used 1024K [0x00, 0x00, 0x00)
          eden space 69952K,   1% used [0x00, 0x00, 0x00)
          from space 8704K,   0% used [0x00, 0x00, 0x00)
         tenured generation   total 174784K, used 50000K [0x00, 0x00, 0x00)
           the space 174784K,  28% used [0x00, 0x00, 0x00, 0x00)
         Metaspace       used 90000K, committed 91000K, reserved 1130496K
        """;

    assertThat(ServerHeap.used(info)).isEqualTo(51_024 * 1_024L);
  }

  @Test
  void anotherCollectorIsNotMistaken() {
    assertThatThrownBy(() -> ServerHeap.used(" garbage-first heap   total 262144K, used 9K"))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("garbage-first");
  }
}
