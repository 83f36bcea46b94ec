package io.landbridge.migrate.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.landbridge.migrate.rule.ServiceRule;
import io.landbridge.model.LogText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;

/** Plans as YAML or JSON text. Reading takes either, JSON being a kind of YAML, and is strict. */
public final class PlanCodec {

  /** The longest text that is read, in characters. */
  public static final int MAX_CHARS = 64 * 1024 * 1024;

  private static final String HEADER =
      """
      # A Landbridge plan, for review before "landbridge apply --plan FILE".
      # Do not edit it: an edited plan is refused. Make another one with "landbridge plan".
      """;

  private final ObjectMapper yaml = yaml();
  private final ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private static ObjectMapper yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MAX_CHARS);
    YAMLFactory factory =
        YAMLFactory.builder()
            .loaderOptions(options)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    return YAMLMapper.builder(factory)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();
  }

  /** Writes a plan as YAML with a comment on top. */
  public String toYaml(Plan plan) {
    return HEADER + write(yaml, plan);
  }

  /** Writes a plan as JSON. */
  public String toJson(Plan plan) {
    return write(json, plan) + "\n";
  }

  private static String write(ObjectMapper mapper, Plan plan) {
    try {
      return mapper.writeValueAsString(plan);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a plan can always be written", e);
    }
  }

  /**
   * Reads a plan; whether it is intact is for {@link PlanHash} to say.
   *
   * @param text YAML or JSON
   * @throws MalformedPlanException if it is not a plan of this format
   */
  public Plan read(String text) throws MalformedPlanException {
    try {
      JsonNode root = yaml.readTree(text);
      if (root == null || !root.isObject() || !root.has("format")) {
        throw new MalformedPlanException("it is not a plan: there is no field 'format'");
      }
      int format = root.path("format").asInt();
      if (format != Plan.FORMAT) {
        throw new MalformedPlanException(
            "its format is %s, this version reads %d"
                .formatted(root.path("format").asText(), Plan.FORMAT));
      }
      List<String> path = new ArrayList<>();
      String missing = firstNull(root, path);
      if (!missing.isEmpty()) {
        throw new MalformedPlanException("field '" + missing + "' is empty");
      }
      Plan plan = yaml.treeToValue(root, Plan.class);
      requireServices(plan);
      return plan;
    } catch (JsonProcessingException e) {
      String where =
          e.getLocation() == null || e.getLocation().getLineNr() < 1
              ? ""
              : "line " + e.getLocation().getLineNr() + ": ";
      throw new MalformedPlanException(where + firstLine(e.getOriginalMessage()));
    }
  }

  /** What becomes a part of a rule is checked where it is read. */
  private static void requireServices(Plan plan) throws MalformedPlanException {
    for (Plan.Wave wave : plan.waves()) {
      for (Plan.Rule rule : wave.rules()) {
        for (String service : rule.services()) {
          Optional<String> refusal = ServiceRule.refusal(service);
          if (refusal.isPresent()) {
            throw new MalformedPlanException(
                "wave %d, consumer '%s': no rule can name the service '%s': %s"
                    .formatted(
                        wave.number(),
                        LogText.of(rule.application()),
                        LogText.of(service),
                        refusal.get()));
          }
        }
      }
    }
  }

  private static String firstNull(JsonNode node, List<String> path) {
    if (node.isNull()) {
      return String.join(".", path);
    }
    if (node.isObject()) {
      for (var field : node.properties()) {
        path.add(field.getKey());
        String found = firstNull(field.getValue(), path);
        if (!found.isEmpty()) {
          return found;
        }
        path.remove(path.size() - 1);
      }
    }
    for (JsonNode each : node.isArray() ? node : List.<JsonNode>of()) {
      String found = firstNull(each, path);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return "";
  }

  private static String firstLine(String message) {
    String line = message.lines().findFirst().orElse("");
    return line.length() <= 200 ? line : line.substring(0, 200) + "...";
  }
}
