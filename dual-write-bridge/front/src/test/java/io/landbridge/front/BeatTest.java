package io.landbridge.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BeatTest {

  /** As nacos-client 1.1.4 sends it. */
  private static final String OF_1_1 =
      "{\"cluster\":\"DEFAULT\",\"ip\":\"10.0.0.1\",\"metadata\":{\"a\":\"1\",\"b\":\"x \\\"y\\\""
          + " \\u00e9\"},"
          + "\"period\":5000,\"port\":8080,\"scheduled\":false,\"serviceName\":\"DEFAULT_GROUP@@s\","
          + "\"stopped\":false,\"weight\":1.5}";

  @Test
  void isReadAsOldClientsSendIt() throws Exception {
    Beat beat = Beat.parse(OF_1_1);
    assertThat(beat.ip()).isEqualTo("10.0.0.1");
    assertThat(beat.port()).isEqualTo(8080);
    assertThat(beat.cluster()).isEqualTo("DEFAULT");
    assertThat(beat.weight()).isEqualTo(1.5);
    assertThat(beat.ephemeral()).isTrue();
    assertThat(beat.metadata()).isEqualTo(Map.of("a", "1", "b", "x \"y\" é"));
  }

  @Test
  void needsNoMoreThanAnAddress() throws Exception {
    Beat beat = Beat.parse(" { \"port\" : 1 , \"ip\" : \" ::1 \" , \"metadata\":null} ");
    assertThat(beat.ip()).isEqualTo("::1");
    assertThat(beat.cluster()).isEmpty();
    assertThat(beat.weight()).isEqualTo(1);
    assertThat(beat.metadata()).isEmpty();
  }

  @Test
  void metadataMayHoldNumbersAndNulls() throws Exception {
    Beat beat =
        Beat.parse(
            "{\"ip\":\"1.1.1.1\",\"port\":2,\"metadata\":{\"n\":3.5,\"t\":true,\"z\":null}}");
    assertThat(beat.metadata()).isEqualTo(Map.of("n", "3.5", "t", "true"));
  }

  @Test
  void whatIsWrongInTheMetadataIsSaidWhenItIsNeeded() throws Exception {
    Beat beat = Beat.parse("{\"ip\":\"1.1.1.1\",\"port\":2,\"metadata\":{\"n\":{}}}");
    assertThatThrownBy(beat::metadata)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("metadata of the beat");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{",
        "{}",
        "{\"ip\":\"1.1.1.1\"}",
        "{\"port\":1}",
        "{\"ip\":\"1.1.1.1\",\"port\":\"x\"}",
        "{\"ip\":\"1.1.1.1\",\"port\":1",
        "{\"ip\":\"1.1.1.1\",\"port\":1}}",
        "{\"ip\":\"1.1.1.1\",\"port\":1,}",
        "{\"ip\":\"1.1.1.1\" \"port\":1}",
        "{\"ip\":\"\\",
        "{\"ip\":\"\\uZZZZ\",\"port\":1}",
        "{\"ip\":bogus,\"port\":1}"
      })
  void whatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> Beat.parse(text))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("'beat'");
  }

  @Test
  void whatIsNestedWithoutEndIsRefused() {
    String text = "{\"x\":" + "[".repeat(100_000);
    assertThatThrownBy(() -> Beat.parse(text)).isInstanceOf(RefusedException.class);
  }

  @Property
  void nothingButARefusalGoesOut(@ForAll String noise, @ForAll int cut) {
    String text = OF_1_1.substring(0, Math.floorMod(cut, OF_1_1.length())) + noise;
    try {
      Beat.parse(text).metadata();
    } catch (RefusedException e) {
      assertThat(e.status()).isEqualTo(400);
    }
  }
}
