package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which services a consumer means. */
class ServiceRangeTest {

  @ParameterizedTest
  @CsvSource({
    "demo.A, demo.A, true, true",
    "demo.A, demo.B, false, false",
    "demo.A, demo.A:1, false, false",
    "demo.A:1, demo.A:1, true, true",
    "demo.A:*, demo.A:1, true, true",
    "demo.A:*, demo.A, true, true",
    "demo.A:*, g/demo.A:1, false, true",
    "*/demo.A:1, g/demo.A:1, true, true",
    "*/demo.A:1, demo.A:1, true, true",
    "'a,b/demo.A:1', a/demo.A:1, true, true",
    "'a,b/demo.A:1', c/demo.A:1, false, true",
    "'demo.A:1,2', demo.A:2, true, true",
    "'demo.A:1,2', demo.A:12, false, false",
    "a/b/demo.A:1, a/b/demo.A:1, true, true",
    "a/b/demo.A:1, b/demo.A:1, false, true"
  })
  void aRangeCoversWhatItTakesIn(String asked, String offered, boolean covers, boolean anyGroup) {
    assertThat(ServiceRange.of(asked).covers(ServiceRange.of(offered))).isEqualTo(covers);
    assertThat(ServiceRange.of(asked).coversInAnyGroup(ServiceRange.of(offered)))
        .isEqualTo(anyGroup);
  }

  @ParameterizedTest
  @CsvSource({"demo.A,true", "g/demo.A:1,true", "demo.A:*,false", "*/demo.A,false"})
  void aKeyIsOneServiceOrSeveral(String key, boolean one) {
    assertThat(ServiceRange.of(key).isOne()).isEqualTo(one);
  }
}
