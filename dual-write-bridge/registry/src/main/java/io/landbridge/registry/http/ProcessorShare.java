package io.landbridge.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How busy a server's processors are, as it tells itself.
 *
 * @param share of all of them, 0 to 1
 * @param ofProcess whether it is what the server's process takes, and not all that the machine does
 */
public record ProcessorShare(double share, boolean ofProcess) {

  /**
   * Where servers tell: their metrics, if they expose them, which know the process; otherwise the
   * operators' API, which knows the machine.
   */
  static final List<String> SOURCES =
      List.of(
          "/actuator/prometheus",
          "/v3/admin/ns/ops/metrics?onlyStatus=false",
          "/v1/ns/operator/metrics?onlyStatus=false");

  private static final Pattern PROCESS =
      Pattern.compile("^process_cpu_usage(?:\\{[^}]*})? +(\\S+)", Pattern.MULTILINE);

  /** Reads what any of the sources answered; empty if that does not tell. */
  static Optional<ProcessorShare> of(Answer answer) {
    if (!answer.ok()) {
      return Optional.empty();
    }
    Matcher found = PROCESS.matcher(answer.text());
    return found.find()
        ? of(found.group(1), true)
        : answer.json().flatMap(ProcessorShare::ofMachine);
  }

  private static Optional<ProcessorShare> ofMachine(JsonNode json) {
    JsonNode fields = json.has("data") ? json.path("data") : json;
    return of(fields.path("cpu").asText(""), false);
  }

  private static Optional<ProcessorShare> of(String text, boolean ofProcess) {
    try {
      double share = Double.parseDouble(text);
      // Less than nothing is said by a JVM that does not know.
      return share >= 0 && share <= 1
          ? Optional.of(new ProcessorShare(share, ofProcess))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
