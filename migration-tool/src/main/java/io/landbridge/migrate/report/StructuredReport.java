package io.landbridge.migrate.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;

/**
 * Results as JSON or YAML. Every document begins with the field {@code schema}, for example {@code
 * landbridge/scan/1}; the number grows when a field changes its meaning or goes away. Their schemas
 * are in {@code /schemas}.
 */
final class StructuredReport {

  private final ObjectMapper json = mapper();
  private final ObjectMapper yaml =
      new ObjectMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .build());

  /**
   * What values become JSON with: the components of records and nothing that is derived of them.
   */
  static ObjectMapper mapper() {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
        .build();
  }

  String json(String verb, Object result) {
    return write(json, verb, result) + "\n";
  }

  String yaml(String verb, Object result) {
    return write(yaml, verb, result);
  }

  private String write(ObjectMapper mapper, String verb, Object result) {
    ObjectNode document = json.createObjectNode().put("schema", "landbridge/" + verb + "/1");
    document.setAll((ObjectNode) json.valueToTree(result));
    try {
      return mapper.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of values can always be written", e);
    }
  }
}
