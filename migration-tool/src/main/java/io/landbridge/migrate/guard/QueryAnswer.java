package io.landbridge.migrate.guard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.migrate.run.Guard.Objection;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Decides whether the answer to a query is out of bounds. Pure functions. */
final class QueryAnswer {

  static final String OUT_OF_BOUNDS = "the guard's query is out of bounds";
  static final String NO_ANSWER = "the guard's query has no answer";

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Pattern TEXTS =
      Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+'|`[^`]*+`");
  private static final Pattern COMMENTS = Pattern.compile("#[^\\n]*");
  private static final Pattern MATCHERS = Pattern.compile("\\{[^{}]*\\}");
  private static final Pattern COMPARISONS = Pattern.compile("==|!=|>=|<=|>|<");
  private static final Pattern BOOL = Pattern.compile("(==|!=|>=|<=|>|<)\\s*bool\\b");

  private QueryAnswer() {}

  /**
   * Decides.
   *
   * @param query the query
   * @param body what the server answered with 200
   * @return empty while it is in bounds
   */
  static Optional<Objection> objection(String query, byte[] body) {
    JsonNode answer;
    try {
      answer = JSON.readTree(body);
    } catch (JsonProcessingException e) {
      return none("the answer is not JSON");
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory can always be read", e);
    }
    if (answer == null || !answer.path("status").asText().equals("success")) {
      return none("the answer is not one of Prometheus");
    }
    JsonNode result = answer.path("data").path("result");
    String type = answer.path("data").path("resultType").asText();
    Optional<Objection> objection =
        switch (type) {
          case "vector" -> ofVector(query, result);
          case "scalar" -> ofScalar(result);
          default ->
              none("the query must have a vector or a scalar as its result, not '" + type + "'");
        };
    JsonNode warnings = answer.path("warnings");
    if (objection.isEmpty() && !warnings.isEmpty()) {
      return none("the answer may be incomplete: " + shortened(warnings.path(0).asText()));
    }
    return objection;
  }

  private static Optional<Objection> ofVector(String query, JsonNode result) {
    if (!result.isArray()) {
      return none("the answer has no result");
    }
    boolean truthValues = yieldsTruthValues(query);
    int count = 0;
    String first = "";
    for (JsonNode each : result) {
      String value = each.path("value").path(1).asText();
      if (truthValues && isZero(value)) {
        continue;
      }
      count++;
      if (first.isEmpty()) {
        first = shortened(each.path("metric") + " = " + value);
      }
    }
    return count == 0
        ? Optional.empty()
        : Optional.of(
            new Objection(OUT_OF_BOUNDS, "%d series, the first is %s".formatted(count, first)));
  }

  private static Optional<Objection> ofScalar(JsonNode result) {
    String value = result.path(1).asText();
    if (value.isEmpty()) {
      return none("the answer has no result");
    }
    return isZero(value)
        ? Optional.empty()
        : Optional.of(new Objection(OUT_OF_BOUNDS, shortened("the result is " + value)));
  }

  private static boolean isZero(String value) {
    try {
      return Double.parseDouble(value) == 0;
    } catch (NumberFormatException e) {
      // Prometheus writes infinity as +Inf, which is not 0 either.
      return false;
    }
  }

  /**
   * Whether a query yields 0 and 1 for false and true: all its comparisons have {@code bool}. Any
   * other comparison leaves out what is false, so that a series with the value 0 is true.
   */
  static boolean yieldsTruthValues(String query) {
    String bare = COMMENTS.matcher(TEXTS.matcher(query).replaceAll("")).replaceAll("");
    String operators = MATCHERS.matcher(bare).replaceAll("");
    long all = COMPARISONS.matcher(operators).results().count();
    return all > 0 && all == BOOL.matcher(operators).results().count();
  }

  static Optional<Objection> none(String why) {
    return Optional.of(new Objection(NO_ANSWER, why));
  }

  static String shortened(String text) {
    return text.length() > 200 ? text.substring(0, 200) + "..." : text;
  }
}
