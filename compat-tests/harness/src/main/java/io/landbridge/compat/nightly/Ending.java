package io.landbridge.compat.nightly;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.compat.nightly.Result.Outcome;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads from the end of what a part printed what came of it. */
final class Ending {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TAIL = 256 * 1024;

  private static final Pattern COUNTS =
      Pattern.compile("(?m)^(\\d+) passed, (\\d+) failed, (\\d+) skipped\\s*$");

  /** Of each class, and of all of a goal. */
  private static final Pattern MAVEN =
      Pattern.compile(
          "Tests run: (\\d+), Failures: (\\d+), Errors: (\\d+), Skipped: (\\d+), Time elapsed");

  private final Part part;
  private final Path log;
  private final Duration took;

  Ending(Part part, Path log, Duration took) {
    this.part = part;
    this.log = log;
    this.took = took;
  }

  Result failed(String why) {
    return new Result(part.name(), Outcome.FAILED, took, Map.of(), why, log);
  }

  /** Returns the result of a part that ended by itself. */
  Result ended(int status) {
    String tail;
    try {
      tail = tail();
    } catch (IOException e) {
      return failed("its log cannot be read: " + e.getMessage());
    }
    Map<String, Double> figures = new LinkedHashMap<>();
    String wrong = status == 0 ? "" : "exit code " + status;
    if (part.figures().isEmpty()) {
      figures.putAll(counts(tail));
      if (figures.isEmpty() && wrong.isEmpty()) {
        wrong = "it says of no test that it ran";
      }
    } else {
      Optional<JsonNode> object = lastObject(tail);
      for (String key : part.figures()) {
        JsonNode value = object.map(each -> each.path(key)).orElse(JSON.missingNode());
        if (value.isNumber()) {
          figures.put(key, value.asDouble());
        } else if (wrong.isEmpty()) {
          wrong = "no " + key + " in what it printed";
        }
      }
    }
    Outcome outcome =
        !wrong.isEmpty() || figures.getOrDefault("failed", 0.0) > 0
            ? Outcome.FAILED
            : isSkipped(figures) ? Outcome.SKIPPED : Outcome.PASSED;
    if (outcome == Outcome.FAILED && wrong.isEmpty()) {
      wrong = "it counts failures, and ended as if there were none";
    }
    return new Result(
        part.name(), outcome, took, figures, outcome == Outcome.SKIPPED ? "all of it" : wrong, log);
  }

  private static boolean isSkipped(Map<String, Double> figures) {
    return figures.getOrDefault("passed", 1.0) == 0 && figures.getOrDefault("skipped", 0.0) > 0;
  }

  private static Map<String, Double> counts(String tail) {
    Map<String, Double> figures = new LinkedHashMap<>();
    Optional<MatchResult> last = COUNTS.matcher(tail).results().reduce((one, next) -> next);
    if (last.isPresent()) {
      figures.put("passed", number(last.get(), 1));
      figures.put("failed", number(last.get(), 2));
      figures.put("skipped", number(last.get(), 3));
      return figures;
    }
    Matcher classes = MAVEN.matcher(tail);
    classes
        .results()
        .forEach(
            each -> {
              double failed = number(each, 2) + number(each, 3);
              double skipped = number(each, 4);
              figures.merge("passed", number(each, 1) - failed - skipped, Double::sum);
              figures.merge("failed", failed, Double::sum);
              figures.merge("skipped", skipped, Double::sum);
            });
    return figures;
  }

  private static double number(MatchResult match, int group) {
    return Double.parseDouble(match.group(group));
  }

  private static Optional<JsonNode> lastObject(String tail) {
    List<String> lines = tail.lines().filter(each -> each.startsWith("{")).toList();
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(lines.get(lines.size() - 1)));
    } catch (JsonProcessingException half) {
      return Optional.empty();
    }
  }

  private String tail() throws IOException {
    if (!Files.exists(log)) {
      return "";
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(0, file.length() - TAIL);
      byte[] bytes = new byte[(int) (file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
