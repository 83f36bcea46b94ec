package io.landbridge.dubbo.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataDocumentCodecTest {

  private final MetadataDocumentCodec codec = new MetadataDocumentCodec();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c1a083993a2cf3c361f148607a2f8f02",
        "de7409e4c7614d2e6f1af14d06ec4c24",
        "f37934916220b66a2300c1854d9d830d"
      })
  void theHashOfADocumentDubboWroteIsTheOneDubboGaveIt(String revision) throws Exception {
    String text = resource("/documents/prov-33-" + revision + ".json");

    MetadataDocument document = codec.decode(text);

    assertThat(document.revision().value()).isEqualTo(revision);
    assertThat(codec.decode(codec.encode(document))).isEqualTo(document);
  }

  @Property
  void whatIsWrittenIsReadBack(
      @ForAll @Size(max = 8) Map<String, String> params, @ForAll int number) throws Exception {
    MetadataDocument document =
        MetadataDocument.of(
            new ApplicationName("shop-" + number),
            List.of(entry("tri", new TreeMap<>(params)), entry("dubbo", new TreeMap<>())));

    String text = codec.encode(document);

    assertThat(codec.decode(text)).isEqualTo(document);
    assertThat(text).doesNotContain("\n").isEqualTo(ascii(text));
  }

  /** Nobody but the provider says what its port is, and the revision counts it. */
  @ParameterizedTest
  @ValueSource(ints = {-7, -1, 0, 20880})
  void whateverThePortTheRevisionIsTheSameOnceItIsWritten(int port) throws Exception {
    String text =
        "{\"app\":\"a\",\"services\":{\"k\":{\"name\":\"I\",\"protocol\":\"dubbo\",\"port\":%d,"
                .formatted(port)
            + "\"path\":\"I\",\"params\":{}}}}";

    MetadataDocument document = codec.decode(text);

    assertThat(codec.decode(codec.encode(document)).revision()).isEqualTo(document.revision());
  }

  @Test
  void aLongNumberIsRefusedAtOnce() {
    String text = "{\"app\":\"a\",\"x\":" + "8".repeat(1 << 20) + "}";
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () ->
            assertThatThrownBy(() -> codec.decode(text))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageContaining("more than 400 characters"));
  }

  @Test
  void aKeyIsQuotedShortAndOnOneLine() {
    String text = "{\"app\":\"a\",\"services\":{\"\\n" + "k".repeat(9_000) + "\":{}}}";
    assertThatThrownBy(() -> codec.decode(text))
        .isInstanceOf(MalformedDocumentException.class)
        .message()
        .hasSizeLessThan(400)
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|not a JSON object",
        "[]|not a JSON object",
        "{|not JSON",
        "{}|'app'",
        "{'app':'a,b','services':{}}|comma",
        "{'app':'a'}|'services'",
        "{'app':'a','services':{'k':{'name':'I','path':'I','protocol':'dubbo'}}}|'params'",
        "{'app':'a','services':{'k':{'name':'I','path':'I','params':{}}}}|'protocol'",
        "{'app':'a','services':{'k':{'path':'I','protocol':'dubbo','params':{}}}}|'name'",
        "{'app':'a','services':{'k':{'name':'I','protocol':'dubbo','params':{}}}}|'path'"
      },
      quoteCharacter = '~')
  @DisplayName("No params or protocol: consumers do not start; no name or path: not found; refused")
  void whatWouldBreakAConsumerIsRefused(String text, String named) {
    String json = text == null ? "" : text.replace('\'', '"');

    assertThatThrownBy(() -> codec.decode(json))
        .isInstanceOf(MalformedDocumentException.class)
        .hasMessageContaining(named);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void noTextIsTooDeep(String level) {
    assertThatThrownBy(() -> codec.decode("{\"x\":" + level.repeat(100_000)))
        .isInstanceOf(MalformedDocumentException.class)
        .hasMessageContaining("nested deeper than");
  }

  private static ServiceEntry entry(String protocol, TreeMap<String, String> params) {
    return new ServiceEntry("demo.Greet", "grpA", "", protocol, 20880, "demo.Greet", params);
  }

  private static String ascii(String text) {
    return new String(text.getBytes(StandardCharsets.US_ASCII), StandardCharsets.US_ASCII);
  }

  private static String resource(String name) throws IOException {
    try (var in = MetadataDocumentCodecTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
