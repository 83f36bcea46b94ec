package io.landbridge.compat.nightly;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.nightly.Result.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The results of all parts.
 *
 * @param run {@code nightly} or {@code official}
 * @param small whether each was run at its smallest
 * @param planned how many parts were to be run
 * @param results of those that were, in their order
 */
record Summary(String run, boolean small, int planned, List<Result> results) {

  private static final ObjectMapper JSON = new ObjectMapper();

  Summary {
    results = List.copyOf(results);
  }

  long count(Outcome outcome) {
    return results.stream().filter(each -> each.outcome() == outcome).count();
  }

  /** Whether everything was run, and nothing failed. */
  boolean isGood() {
    return results.size() == planned && count(Outcome.FAILED) == 0;
  }

  /** A line for each part, and the counts alone on the last one. */
  String table() {
    int widest =
        results.stream().mapToInt(each -> each.part().length()).max().orElse("part".length());
    StringBuilder text = new StringBuilder();
    String row = "%-" + Math.max(widest, "part".length()) + "s  %-7s  %7s  %s%n";
    text.append(row.formatted("part", "outcome", "seconds", "figures, log"));
    for (Result each : results) {
      String figures =
          each.figures().entrySet().stream()
              .map(figure -> figure.getKey() + " " + number(figure.getValue()))
              .collect(Collectors.joining(", "));
      String what =
          List.of(each.why(), figures, each.log().toString()).stream()
              .filter(word -> !word.isEmpty())
              .collect(Collectors.joining("; "));
      text.append(
          row.formatted(
              each.part(),
              each.outcome().name().toLowerCase(Locale.ROOT),
              each.took().toSeconds(),
              what));
    }
    if (results.size() < planned) {
      text.append("%d of %d parts were not run%n".formatted(planned - results.size(), planned));
    }
    text.append(
        "%d passed, %d failed, %d skipped%n"
            .formatted(count(Outcome.PASSED), count(Outcome.FAILED), count(Outcome.SKIPPED)));
    return text.toString();
  }

  /** The same for machines. */
  String json() {
    ObjectNode json = JSON.createObjectNode();
    json.put("run", run).put("small", small).put("planned", planned);
    json.put("passed", count(Outcome.PASSED));
    json.put("failed", count(Outcome.FAILED));
    json.put("skipped", count(Outcome.SKIPPED));
    json.put("seconds", results.stream().mapToLong(each -> each.took().toSeconds()).sum());
    json.putArray("parts");
    for (Result each : results) {
      ObjectNode part = json.withArray("parts").addObject();
      part.put("part", each.part());
      part.put("outcome", each.outcome().name().toLowerCase(Locale.ROOT));
      part.put("seconds", each.took().toSeconds());
      if (!each.why().isEmpty()) {
        part.put("why", each.why());
      }
      ObjectNode figures = part.putObject("figures");
      for (Map.Entry<String, Double> figure : each.figures().entrySet()) {
        double value = figure.getValue();
        if (value == Math.rint(value)) {
          figures.put(figure.getKey(), (long) value);
        } else {
          figures.put(figure.getKey(), value);
        }
      }
      part.put("log", each.log().toString());
    }
    return json.toPrettyString();
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : Double.toString(Math.round(value * 1_000) / 1_000.0);
  }
}
