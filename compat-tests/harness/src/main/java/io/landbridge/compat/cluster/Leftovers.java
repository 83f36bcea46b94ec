package io.landbridge.compat.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The state a test can leave on a server: instances, configurations and switches of an operator.
 * Services without instances do not count; a server forgets them by itself.
 *
 * @param lines one for each thing
 */
record Leftovers(SortedSet<String> lines) {

  private static final Pattern COUNTS = Pattern.compile("(instance|client|config) .*");

  /**
   * Looks at a server.
   *
   * @param namespaces further ones that the server may not list
   */
  static Leftovers on(NacosEnsemble ensemble, Set<String> namespaces) {
    NacosApi api = ensemble.api(0);
    SortedSet<String> lines = new TreeSet<>();
    RegistryDump.of(api, new RegistryDump.Probe(namespaces, Set.of())).entries().keySet().stream()
        .filter(key -> COUNTS.matcher(key).matches())
        .forEach(lines::add);
    if (!ensemble.spec().plugins().isEmpty()) {
      addSwitches(api, lines);
    }
    return new Leftovers(lines);
  }

  private static void addSwitches(NacosApi api, SortedSet<String> lines) {
    NacosApi.Answer status = api.get("/landbridge/v1/status");
    if (!status.ok() || !status.json().path("data").path("state").asText().equals("ACTIVE")) {
      // A plugin that is off, or of a test's own, has nothing switched.
      return;
    }
    if (status.json().path("data").path("suspension").path("suspended").asBoolean()) {
      lines.add("suspended");
    }
    String phase = data(api, "/landbridge/v1/bridge").path("phase").asText("OFF");
    if (!phase.equals("OFF")) {
      lines.add("bridge in phase " + phase);
    }
    for (JsonNode each : data(api, "/landbridge/v1/applications")) {
      String name = each.path("namespace").asText() + " " + each.path("application").asText();
      if (!each.path("state").asText().equals("OBSERVED")) {
        lines.add("application %s is %s".formatted(name, each.path("state").asText()));
      }
      if (each.path("instances").asInt() > 0) {
        lines.add("application %s has instances".formatted(name));
      }
    }
  }

  private static JsonNode data(NacosApi api, String path) {
    NacosApi.Answer answer = api.get(path, Map.of());
    if (!answer.ok()) {
      throw new IllegalStateException(path + " is answered with " + answer);
    }
    return answer.json().path("data");
  }

  /** Returns the lines that are not in the earlier state. */
  List<String> beyond(Leftovers before) {
    return lines.stream().filter(line -> !before.lines().contains(line)).toList();
  }
}
