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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "providers:demo.Outer___Inner:1.0.0:grpA",
        "providers:demo.Outer$Inner:1.0.0:grpA",
      })
  void aNestedInterfaceIsReadAsItIsNamedHoweverItIsSpelled(String name) {
    InterfaceServiceName parsed = InterfaceServiceName.parse(name).orElseThrow();

    assertThat(parsed)
        .isEqualTo(new InterfaceServiceName("providers", "demo.Outer$Inner", "1.0.0", "grpA"));
    assertThat(parsed.fourSegments()).isEqualTo("providers:demo.Outer___Inner:1.0.0:grpA");
  }

  @Test
  void aNestedInterfaceIsReadInAnOlderNameAsWell() {
    assertThat(InterfaceServiceName.parse("providers:demo.Outer___Inner:1.0.0"))
        .contains(new InterfaceServiceName("providers", "demo.Outer$Inner", "", ""));
  }

  @Test
  void aNameCanBeOfAnInterfaceWithThreeUnderscores() {
    InterfaceServiceName parsed =
        InterfaceServiceName.parse("providers:demo.Three___Lines::").orElseThrow();

    assertThat(parsed.isOf("demo.Three___Lines")).isTrue();
    assertThat(parsed.isOf("demo.Three$Lines")).isTrue();
    assertThat(parsed.isOf("demo.ThreeLines")).isFalse();
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
