package io.landbridge.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.UniqueElements;
import org.junit.jupiter.api.Test;

class ParametersTest {

  @Test
  void theQueryCountsBeforeTheFormAndTheFirstBeforeTheNext() throws Exception {
    Parameters parameters = Parameters.of("a=1&b=2&a=3", "b=4&c=5");
    assertThat(parameters.get("a")).isEqualTo("1");
    assertThat(parameters.get("b")).isEqualTo("2");
    assertThat(parameters.get("c")).isEqualTo("5");
    assertThat(parameters.get("d")).isNull();
  }

  @Test
  void whatIsNoEscapeStaysAsItIs() throws Exception {
    Parameters parameters = Parameters.of("a=100%&b=%zz&c=%4&d&&=x&e=a=b", "");
    assertThat(parameters.get("a")).isEqualTo("100%");
    assertThat(parameters.get("b")).isEqualTo("%zz");
    assertThat(parameters.get("c")).isEqualTo("%4");
    assertThat(parameters.get("d")).isEmpty();
    assertThat(parameters.get("e")).isEqualTo("a=b");
  }

  @Test
  void blankIsAsGoodAsAbsent() throws Exception {
    Parameters parameters = Parameters.of("a=&b=%20&c=+x+", "");
    assertThat(parameters.optional("a", "otherwise")).isEqualTo("otherwise");
    assertThat(parameters.optional("b", "otherwise")).isEqualTo("otherwise");
    assertThat(parameters.optional("c", "otherwise")).isEqualTo("x");
  }

  @Test
  void thereAreNotTooMany() throws Exception {
    String many =
        IntStream.range(0, 64).mapToObj(i -> "p" + i + "=" + i).collect(Collectors.joining("&"));
    assertThat(Parameters.of(many, "").get("p63")).isEqualTo("63");
    assertThatThrownBy(() -> Parameters.of(many, "one=more"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("64");
  }

  @Property
  void everyTextArrives(
      @ForAll String query, @ForAll String form, @ForAll @UniqueElements List<String> noise)
      throws Exception {
    String readable = new String(query.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    String more = new String(form.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    Parameters parameters =
        Parameters.of("query=" + encoded(readable), "form=" + encoded(more) + "&");
    assertThat(parameters.get("query")).isEqualTo(readable);
    assertThat(parameters.get("form")).isEqualTo(more);
    // Whatever else comes, nothing but a refusal goes out.
    try {
      Parameters.of(String.join("&", noise), String.join("%", noise));
    } catch (RefusedException e) {
      assertThat(e.status()).isEqualTo(400);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
