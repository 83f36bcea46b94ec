package io.landbridge.migrate.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.landbridge.migrate.operation.Outcome;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;

/**
 * Results as JSON or YAML. Every document begins with the field {@code schema}, for example {@code
 * landbridge/scan/1}; the number grows when a field changes its meaning or goes away. Their schemas
 * are in {@code /schemas}.
 */
final class StructuredReport {

  private final ObjectMapper json = mapper();
  private final YAMLFactory yaml =
      YAMLFactory.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  /**
   * What values become JSON with: the components of records and nothing that is derived of them.
   */
  static ObjectMapper mapper() {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
        .addMixIn(Outcome.class, PrintedOutcome.class)
        .build();
  }

  /**
   * That an application was held is in its problems, and that it was hidden in its state before;
   * programs need not know it twice.
   */
  private interface PrintedOutcome {

    @JsonIgnore
    boolean wasHeld();

    @JsonIgnore
    boolean wasHidden();
  }

  String json(String verb, Object result, NextStep next) {
    StringWriter text = new StringWriter();
    json(verb, result, next, text);
    return text.toString();
  }

  /** The same in one line, as one of several. */
  String jsonLine(String verb, Object result, NextStep next) {
    try {
      return json.writer()
              .without(SerializationFeature.INDENT_OUTPUT)
              .writeValueAsString(document(verb, result, next))
          + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String yaml(String verb, Object result, NextStep next) {
    StringWriter text = new StringWriter();
    yaml(verb, result, next, text);
    return text.toString();
  }

  /** Writes piece by piece what may be large. */
  void json(String verb, Object result, NextStep next, Writer out) {
    try {
      write(json.getFactory().createGenerator(out), verb, result, next);
      out.write("\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void yaml(String verb, Object result, NextStep next, Writer out) {
    try {
      write(yaml.createGenerator(out), verb, result, next);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(JsonGenerator generator, String verb, Object result, NextStep next)
      throws IOException {
    generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    try (generator) {
      json.writeValue(generator, document(verb, result, next));
    }
  }

  private static Document document(String verb, Object result, NextStep next) {
    return new Document("landbridge/" + verb + "/1", result, next);
  }

  @JsonPropertyOrder("schema")
  private record Document(String schema, @JsonUnwrapped Object result, NextStep next) {}
}
