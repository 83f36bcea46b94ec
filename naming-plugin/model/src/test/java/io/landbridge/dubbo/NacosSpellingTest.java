package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class NacosSpellingTest {

  @Test
  void everyDollarIsThreeUnderscores() {
    assertThat(NacosSpelling.of("demo.Outer$Middle$Inner"))
        .isEqualTo("demo.Outer___Middle___Inner");
    assertThat(NacosSpelling.read("demo.Outer___Middle___Inner"))
        .isEqualTo("demo.Outer$Middle$Inner");
    assertThat(NacosSpelling.of("demo.snake__case_")).isEqualTo("demo.snake__case_");
    assertThat(NacosSpelling.read("demo.snake__case_")).isEqualTo("demo.snake__case_");
  }

  @Test
  void whoKeptOneDollarReplacedNone() {
    assertThat(NacosSpelling.read("demo.Three___Lines$Inner"))
        .isEqualTo("demo.Three___Lines$Inner");
  }

  @Test
  void aNameCanBeTheRealOne() {
    assertThat(NacosSpelling.readings("demo.Three___Lines"))
        .containsExactlyInAnyOrder("demo.Three___Lines", "demo.Three$Lines");
    assertThat(NacosSpelling.readings("demo.Plain")).containsExactly("demo.Plain");
  }

  @Property(tries = 500)
  void whatIsReadIsSpelledTheSame(@ForAll("names") String name) {
    String spelled = NacosSpelling.of(name);

    assertThat(spelled).doesNotContain("$");
    assertThat(NacosSpelling.of(spelled)).isEqualTo(spelled);
    assertThat(NacosSpelling.of(NacosSpelling.read(spelled))).isEqualTo(spelled);
    assertThat(NacosSpelling.of(NacosSpelling.read(name))).isEqualTo(spelled);
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withChars("a.$_").ofMaxLength(12);
  }
}
