package io.landbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MappingContentTest {

  @Test
  void aNameInsideAnotherIsNotThatName() {
    assertThat(MappingContent.contains("shop-web,pay", "shop")).isFalse();
    assertThat(MappingContent.contains("shop-web,shop,pay", "shop")).isTrue();
  }

  /** Dubbo 3.0 asks for a service of the name with what is around it. */
  @ParameterizedTest
  @ValueSource(
      strings = {"shop ", " shop", "pay, shop", "shop\n", "shop\t,pay", "pay ,\nshop,,pay"})
  void aNameWithBlanksAroundItIsNotThereAndIsWrittenWithout(String content) {
    assertThat(MappingContent.contains(content, "shop")).isFalse();

    String with = MappingContent.with(Optional.of(content), "shop");

    assertThat(MappingContent.contains(with, "shop")).isTrue();
    assertThat(with).isIn("shop", "pay,shop", "shop,pay");
    assertThat(MappingContent.with(Optional.of(with), "shop")).isEqualTo(with);
    assertThat(MappingContent.without(content, "shop").orElse("")).doesNotContain("shop");
  }

  @Test
  void whatOthersAddedMeanwhileStays() {
    assertThat(MappingContent.without("a,shop,c", "shop")).contains("a,c");
    assertThat(MappingContent.without("shop", "shop")).isEmpty();
  }

  @Property
  void addingAndTakingBackLeavesWhatWasThere(@ForAll("names") List<String> others) {
    Optional<String> before =
        others.isEmpty() ? Optional.empty() : Optional.of(String.join(",", others));

    String with = MappingContent.with(before, "shop");

    assertThat(MappingContent.contains(with, "shop")).isTrue();
    assertThat(MappingContent.without(with, "shop")).isEqualTo(before);
  }

  @Provide
  Arbitrary<List<String>> names() {
    return Arbitraries.strings()
        .alpha()
        .ofMinLength(1)
        .ofMaxLength(6)
        .map(each -> "x" + each)
        .list()
        .uniqueElements()
        .ofMaxSize(5);
  }
}
