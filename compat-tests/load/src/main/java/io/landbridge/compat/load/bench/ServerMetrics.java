package io.landbridge.compat.load.bench;

import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.ServerSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What servers tell at their endpoint for Prometheus, at one moment.
 *
 * @param samples all of them
 */
record ServerMetrics(List<Sample> samples) {

  private static final String EXPOSED = "management.endpoints.web.exposure.include";
  private static final Pattern LINE =
      Pattern.compile("(\\w+)(?:\\{(.*)})? (\\S+)(?: \\d+)?", Pattern.DOTALL);
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** Copies the list. */
  ServerMetrics {
    samples = List.copyOf(samples);
  }

  /**
   * One line.
   *
   * @param name of the metric
   * @param labels by name
   * @param value not a number where the server does not know it
   */
  record Sample(String name, Map<String, String> labels, double value) {

    boolean has(String metric, Map<String, String> wanted) {
      return name.equals(metric) && labels.entrySet().containsAll(wanted.entrySet());
    }
  }

  /** Servers with an endpoint. */
  static ServerSpec exposed(ServerSpec spec) {
    return spec.withProperty(EXPOSED, "prometheus");
  }

  /**
   * Reads those of all members.
   *
   * @throws BenchException if one does not tell
   */
  static ServerMetrics of(Collection<Member> members) {
    List<Sample> all = new ArrayList<>();
    for (Member member : members) {
      NacosApi.Answer answer = member.server().api().get("/actuator/prometheus");
      if (!answer.ok()) {
        throw new BenchException(
            "no metrics: %s/actuator/prometheus answers %d: expose the endpoint with %s=prometheus"
                .formatted(member.server().baseUrl(), answer.status(), EXPOSED));
      }
      all.addAll(parse(answer.body()));
    }
    return new ServerMetrics(all);
  }

  /** Reads the text format. */
  static List<Sample> parse(String text) {
    List<Sample> samples = new ArrayList<>();
    text.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .forEach(
            line -> {
              Matcher parts = LINE.matcher(line.strip());
              if (!parts.matches()) {
                throw new BenchException("not a line of the metrics' text format: " + line);
              }
              samples.add(new Sample(parts.group(1), labels(parts.group(2)), number(parts)));
            });
    return samples;
  }

  private static Map<String, String> labels(@Nullable String text) {
    Map<String, String> labels = new HashMap<>();
    if (text != null) {
      LABEL.matcher(text).results().forEach(each -> labels.put(each.group(1), each.group(2)));
    }
    return labels;
  }

  private static double number(Matcher parts) {
    String text = parts.group(3);
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  /** Of all members together; 0 where nobody tells it. */
  double sum(String name, Map<String, String> labels) {
    return samples.stream()
        .filter(each -> each.has(name, labels) && !Double.isNaN(each.value()))
        .mapToDouble(Sample::value)
        .sum();
  }

  double sum(String name) {
    return sum(name, Map.of());
  }

  /** By how much a counter has grown since an earlier moment. */
  double since(ServerMetrics before, String name, Map<String, String> labels) {
    return sum(name, labels) - before.sum(name, labels);
  }

  double since(ServerMetrics before, String name) {
    return since(before, name, Map.of());
  }
}
