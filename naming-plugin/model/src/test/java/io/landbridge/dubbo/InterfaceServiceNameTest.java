package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InterfaceServiceNameTest {

  @ParameterizedTest
  @CsvSource({
    "providers:demo.Greet:1.0.0:grpA, demo.Greet, 1.0.0, grpA",
    "providers:demo.Order:2.0.0:, demo.Order, 2.0.0, ''",
    "providers:demo.Plain::, demo.Plain, '', ''",
    "providers:demo.Plain::grpB, demo.Plain, '', grpB"
  })
  void fourSegmentsSayEverything(String name, String interfaceName, String version, String group) {
    assertThat(InterfaceServiceName.parse(name))
        .contains(new InterfaceServiceName("providers", interfaceName, version, group));
    assertThat(InterfaceServiceName.parse(name).orElseThrow().fourSegments()).isEqualTo(name);
  }

  @Test
  void theThirdOfThreeSegmentsIsAmbiguousAndThereforeNotTaken() {
    assertThat(InterfaceServiceName.parse("providers:demo.Order:2.0.0"))
        .contains(new InterfaceServiceName("providers", "demo.Order", "", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"prov-27", "providers", "providers:", "a:b:c:d:e", "other:demo.Plain::", "", ":"})
  void otherNamesAreNotDubbos(String name) {
    assertThat(InterfaceServiceName.parse(name)).isEmpty();
  }

  @Test
  void consumersAreNotProviders() {
    assertThat(InterfaceServiceName.parse("consumers:demo.Plain::").orElseThrow().isProviders())
        .isFalse();
  }
}
