package io.landbridge.dubbo.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.Endpoint;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceJsonReaderTest {

  private final InstanceJsonReader reader = new InstanceJsonReader();

  @Test
  void endpointsAreReadInTheirOrderAndOtherFieldsIgnored() {
    assertThat(
            reader.endpoints(
                "[{\"port\":50051,\"protocol\":\"tri\"},"
                    + "{\"x\":[{}],\"protocol\":\"dubbo\",\"port\":\"20881\"}]"))
        .hasValueSatisfying(
            endpoints ->
                assertThat(endpoints)
                    .containsExactly(new Endpoint(50051, "tri"), new Endpoint(20881, "dubbo")));
    assertThat(reader.endpoints("[]")).hasValueSatisfying(none -> assertThat(none).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[",
        "[1]",
        "[[]]",
        "[{}]",
        "[{'port':1,'protocol':'dubbo'}",
        "[{'port':1,'protocol':'dubbo'}] x",
        "[{'protocol':'dubbo'}]",
        "[{'port':null,'protocol':'dubbo'}]",
        "[{'port':0,'protocol':'dubbo'}]",
        "[{'port':65536,'protocol':'dubbo'}]",
        "[{'port':1.5,'protocol':'dubbo'}]",
        "[{'port':'x','protocol':'dubbo'}]"
      })
  void whatIsNoListOfEndpointsIsNotRead(String text) {
    assertThat(reader.endpoints(text.replace('\'', '"'))).isEmpty();
  }

  @Test
  void parametersAreTextAndWhatIsNestedIsEmpty() {
    assertThat(reader.parameters("{\"port\":20881,\"auth\":true,\"x\":null,\"dubbo\":{\"a\":1}}"))
        .contains(Map.of("port", "20881", "auth", "true", "x", "", "dubbo", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "1", "{", "{\"a\"}", "{}}"})
  void whatIsNoObjectIsNotRead(String text) {
    assertThat(reader.parameters(text)).isEmpty();
  }

  @Property
  void noTextIsTooOdd(@ForAll String text) {
    reader.endpoints(text);
    reader.parameters(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void noTextIsTooDeep(String level) {
    String deep = level.repeat(50_000);

    assertThat(reader.endpoints(deep)).isEmpty();
    assertThat(reader.parameters(deep)).isEmpty();
    assertThat(reader.parameters("{\"x\":" + deep)).isEmpty();
  }
}
