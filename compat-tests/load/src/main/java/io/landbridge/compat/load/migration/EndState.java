package io.landbridge.compat.load.migration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.RegistryDump;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How a migration ended, in a form in which two that ended alike are equal: the switches and the
 * catalog, what every service and configuration holds, the plan, and what the command says of it.
 * Left out is what two clusters never have in common: addresses of servers, process ids and times
 * of start of real programs, and when and by whom something was done.
 */
final class EndState {

  private static final int SHOWN = 300;

  private static final ObjectMapper JSON =
      new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);

  /** Who is at work, until when: of the last run, which is over. */
  private static final String LOCK = "config public LANDBRIDGE lock";

  /** What real programs write of their methods for consoles, in any order. */
  private static final String METHODS = "config public dubbo ";

  private static final String MAPPING = "config public mapping ";

  private final SortedMap<String, String> entries = new TreeMap<>();
  private final StandInNames names;

  private EndState(StandInNames names) {
    this.names = names;
  }

  /**
   * Reads it.
   *
   * @param said what commands printed, by what to call that
   */
  static EndState of(Ground ground, Map<String, JsonNode> said) {
    ground.untilMoved();
    ground.settle();
    NacosServer server = ground.servers().member(0);
    EndState state = new EndState(ofWhatDiffers(ground, server.api()));
    state.addCatalog(server.api());
    state.addRegistry(server.api());
    said.forEach(state::add);
    return state;
  }

  /** Real providers have free ports, and so revisions of their own. */
  private static StandInNames ofWhatDiffers(Ground ground, NacosApi api) {
    Map<String, String> names = new HashMap<>();
    for (Map.Entry<String, ProviderProcess> each : ground.providers().entrySet()) {
      names.put(Integer.toString(each.getValue().port("dubbo")), "{port of " + each.getKey() + "}");
      JsonNode application =
          get(api, "/landbridge/v1/application", Map.of("application", each.getKey()));
      application
          .path("revisions")
          .forEach(revision -> names.put(revision.asText(), "{revision of " + each.getKey() + "}"));
    }
    ground.servers().members().forEach(each -> names.put(each.address(), "{server}"));
    return new StandInNames(names);
  }

  private void addCatalog(NacosApi api) {
    for (JsonNode application : list(api, "/landbridge/v1/applications", Map.of())) {
      String name = application.path("application").asText();
      add("switch " + name, without(application, "since"));
      for (JsonNode instance : list(api, "/landbridge/v1/instances", Map.of("application", name))) {
        add(
            "catalog %s %s:%s"
                .formatted(name, instance.path("ip").asText(), instance.path("port").asText()),
            without(instance, "owner"));
      }
    }
    for (JsonNode document : list(api, "/landbridge/v1/documents", Map.of())) {
      add("document " + document.path("revision").asText(), document);
    }
    for (JsonNode mapping : list(api, "/landbridge/v1/mappings", Map.of())) {
      add("interface " + mapping.path("serviceInterface").asText(), mapping);
    }
  }

  /** What is shown and what is stored; not the services that are there because somebody asked. */
  private void addRegistry(NacosApi api) {
    RegistryDump.of(api)
        .entries()
        .forEach(
            (key, text) -> {
              if (key.startsWith("instance ") || key.startsWith("client ")) {
                add(key, text);
              } else if (key.startsWith("config ")
                  && !key.equals(LOCK)
                  && !key.startsWith(METHODS)
                  && !key.endsWith(" (md5 of content)")) {
                String content = parsed(text).path("content").asText();
                // Who came first is a matter of milliseconds.
                add(key, key.startsWith(MAPPING) ? sorted(content) : content);
              }
            });
  }

  private static String sorted(String names) {
    return Arrays.stream(names.split(",", -1)).sorted().collect(Collectors.joining(","));
  }

  private void add(String key, JsonNode value) {
    try {
      add(key, JSON.writeValueAsString(JSON.treeToValue(value, Object.class)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what was parsed can be written", e);
    }
  }

  private void add(String key, String text) {
    entries.put(named(key), named(text));
  }

  private String named(String text) {
    // A timestamp of the generated fleet is the same everywhere, but there is no harm in it.
    return names.in(text).replaceAll("(pid|timestamp)(\\\\?\":\\\\?\")\\d+", "$1$2{any}");
  }

  private static JsonNode without(JsonNode object, String... fields) {
    ObjectNode copy = object.deepCopy();
    copy.remove(List.of(fields));
    return copy;
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a dump is JSON", e);
    }
  }

  private static List<JsonNode> list(NacosApi api, String path, Map<String, String> query) {
    List<JsonNode> all = new ArrayList<>();
    String after = "";
    do {
      Map<String, String> part = new HashMap<>(query);
      part.put("limit", "1000");
      if (!after.isEmpty()) {
        part.put("after", after);
      }
      JsonNode answer = answer(api, path, part);
      answer.path("data").forEach(all::add);
      after = answer.path("next").isTextual() ? answer.path("next").asText() : "";
    } while (!after.isEmpty());
    return all;
  }

  private static JsonNode get(NacosApi api, String path, Map<String, String> query) {
    return answer(api, path, query).path("data");
  }

  private static JsonNode answer(NacosApi api, String path, Map<String, String> query) {
    NacosApi.Answer answer = api.get(path, query);
    if (!answer.ok()) {
      throw new MigrationException(path + " is answered " + answer.status() + " " + answer.body());
    }
    return answer.json();
  }

  /** How many things it says. */
  int size() {
    return entries.size();
  }

  /** What is not the same in both, one entry each; empty if they are equal. */
  List<String> differences(EndState other) {
    SortedSet<String> keys = new TreeSet<>(entries.keySet());
    keys.addAll(other.entries.keySet());
    List<String> differences = new ArrayList<>();
    for (String key : keys) {
      String here = entries.getOrDefault(key, "nothing");
      String there = other.entries.getOrDefault(key, "nothing");
      if (!here.equals(there)) {
        differences.add(
            "%s%n  here:  %s%n  there: %s"
                .formatted(key, around(here, there), around(there, here)));
      }
    }
    return differences;
  }

  /** The part of a text where it ceases to be like another. */
  private static String around(String text, String other) {
    int at = 0;
    while (at < Math.min(text.length(), other.length()) && text.charAt(at) == other.charAt(at)) {
      at++;
    }
    return text.substring(Math.max(0, at - SHOWN), Math.min(text.length(), at + SHOWN));
  }
}
