package io.landbridge.migrate.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The JSON Schema of a document, derived from the type that is printed and what is said of it. */
final class DocumentSchema {

  private final ObjectMapper json = StructuredReport.mapper();
  private final RecordComments comments = new RecordComments();
  private final ObjectNode definitions = json.createObjectNode();
  private final Map<String, Class<?>> named = new HashMap<>();

  /**
   * Derives it.
   *
   * @param name the verb, as in {@code landbridge/VERB/1}
   * @param type what it prints
   */
  static ObjectNode of(String name, Class<?> type) {
    return new DocumentSchema().document(name, type);
  }

  private ObjectNode document(String name, Class<?> type) {
    ObjectNode schema = json.createObjectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("$id", "urn:landbridge:%s:1".formatted(name));
    schema.put("title", "landbridge/%s/1".formatted(name));
    object(schema, type);
    ObjectNode properties = json.createObjectNode();
    properties.putObject("schema").put("const", "landbridge/%s/1".formatted(name));
    properties.setAll((ObjectNode) schema.get("properties"));
    schema.set("properties", properties);
    ArrayNode required = json.createArrayNode().add("schema");
    required.addAll((ArrayNode) schema.get("required"));
    properties.putObject("next").put("$ref", "#/$defs/" + definition(NextStep.class));
    required.add("next");
    schema.set("required", required);
    if (!definitions.isEmpty()) {
      schema.set("$defs", definitions);
    }
    return schema;
  }

  private void object(ObjectNode schema, Class<?> type) {
    schema.put("type", "object");
    schema.put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    properties(type, properties);
    properties
        .fieldNames()
        .forEachRemaining(
            each -> {
              if (!optional(type).contains(each)) {
                required.add(each);
              }
            });
  }

  private void properties(Class<?> type, ObjectNode into) {
    Map<String, String> said = comments.of(type);
    JavaType bean = json.constructType(type);
    for (BeanPropertyDefinition each :
        json.getSerializationConfig().introspect(bean).findProperties()) {
      if (each.getAccessor().hasAnnotation(JsonUnwrapped.class)) {
        properties(each.getRawPrimaryType(), into);
        continue;
      }
      ObjectNode property = value(each.getPrimaryType());
      if (isNullable(type, each.getName())) {
        ObjectNode either = json.createObjectNode();
        either.putArray("anyOf").add(property).addObject().put("type", "null");
        property = either;
      }
      if (said.containsKey(each.getName())) {
        property.put("description", said.get(each.getName()));
      }
      into.set(each.getName(), property);
    }
  }

  /** What is left out where it has its default. */
  private Set<String> optional(Class<?> type) {
    return json
        .getSerializationConfig()
        .introspect(json.constructType(type))
        .findProperties()
        .stream()
        .filter(each -> each.getAccessor().hasAnnotation(JsonInclude.class))
        .map(BeanPropertyDefinition::getName)
        .collect(Collectors.toSet());
  }

  private static boolean isNullable(Class<?> type, String name) {
    return Arrays.stream(type.getRecordComponents())
        .filter(component -> component.getName().equals(name))
        .map(RecordComponent::getAnnotatedType)
        .anyMatch(component -> component.isAnnotationPresent(Nullable.class));
  }

  private ObjectNode value(JavaType type) {
    Class<?> raw = type.getRawClass();
    ObjectNode schema = json.createObjectNode();
    if (raw == String.class) {
      return schema.put("type", "string");
    }
    if (raw == boolean.class) {
      return schema.put("type", "boolean");
    }
    if (raw == int.class || raw == long.class || raw == Integer.class || raw == Long.class) {
      return schema.put("type", "integer");
    }
    if (raw.isEnum()) {
      ArrayNode values = schema.put("type", "string").putArray("enum");
      for (Object each : raw.getEnumConstants()) {
        values.add(((Enum<?>) each).name());
      }
      return schema;
    }
    if (List.class.isAssignableFrom(raw)) {
      schema.put("type", "array").set("items", value(type.getContentType()));
      return schema;
    }
    if (raw.isRecord()) {
      return schema.put("$ref", "#/$defs/" + definition(raw));
    }
    throw new IllegalArgumentException("nothing is known of the values of " + type);
  }

  private String definition(Class<?> type) {
    String name = type.getSimpleName();
    Class<?> before = named.putIfAbsent(name, type);
    if (before == null) {
      ObjectNode definition = definitions.putObject(name);
      object(definition, type);
    } else if (before != type) {
      throw new IllegalArgumentException("two types of one name: %s, %s".formatted(before, type));
    }
    return name;
  }
}
