package io.landbridge.compat.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.Exercised;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A real Nacos client in a process of its own. For one thread. */
public final class NamingProcess implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(120);

  private final NamingLine line;
  private final ProgramProcess process;
  private final Map<String, List<JsonNode>> told = new HashMap<>();
  private final Map<String, SortedSet<String>> watched = new HashMap<>();
  private final Map<String, List<String>> configs = new HashMap<>();

  private NamingProcess(NamingLine line, ProgramProcess process) {
    this.line = line;
    this.process = process;
  }

  /**
   * Starts a client and waits until it is ready, at most 2 minutes.
   *
   * @param server its address, {@code host:port}
   * @param workDirectory where it gets a directory of its own for its state and its log
   * @throws ProgramException if it does not come up; shows the end of its log
   */
  public static NamingProcess start(NamingLine line, String server, Path workDirectory) {
    ProgramProcess process =
        ProgramProcess.start(
            "naming",
            line,
            "io.landbridge.compat.program.NamingMain",
            Map.of("server", server),
            List.of(),
            workDirectory);
    try {
      process.await("ready event", event -> event.path("event").asText().equals("ready"), LIMIT);
      Exercised.ofThisRun().record(line.versionsKey());
      return new NamingProcess(line, process);
    } catch (ProgramException e) {
      process.kill();
      throw e;
    }
  }

  /** The client it runs on. */
  public NamingLine line() {
    return line;
  }

  /**
   * Has it do something.
   *
   * @param command as {@code NamingMain} knows it
   * @return what came of it
   * @throws ProgramException if the client had a problem; shows it and the end of its log
   */
  public JsonNode ask(String command) {
    process.send(command);
    JsonNode answer =
        process.await("answer to '" + command + "'", event -> isAnswer(command, event), LIMIT);
    if (answer.has("problem")) {
      throw process.failure("could not '" + command + "': " + answer.path("problem").asText());
    }
    return answer.path("value");
  }

  /** Whatever is told meanwhile is kept. */
  private boolean isAnswer(String command, JsonNode event) {
    if (event.path("event").asText().equals("changed")) {
      told.computeIfAbsent(event.path("service").asText(), each -> new ArrayList<>())
          .add(event.path("value"));
    } else if (event.path("event").asText().equals("config")) {
      configs
          .computeIfAbsent(event.path("dataId").asText(), each -> new ArrayList<>())
          .add(event.path("content").asText());
    } else if (event.path("event").asText().equals("watched")) {
      SortedSet<String> services =
          watched.computeIfAbsent(event.path("pattern").asText(), each -> new TreeSet<>());
      String service = event.path("service").asText();
      if (event.path("change").asText().equals("ADD_SERVICE")) {
        services.add(service);
      } else {
        services.remove(service);
      }
    }
    return event.path("answer").asText().equals(command);
  }

  /** The instances it is answered with, by address, a minus in front of those that are not well. */
  public Map<String, JsonNode> list(String service) {
    return map(ask("list " + service));
  }

  /** The instances it was told of last, of a service it subscribed to; as {@link #list}. */
  public Map<String, JsonNode> told(String service) {
    List<Map<String, JsonNode>> all = allTold(service);
    return all.isEmpty() ? Map.of() : all.get(all.size() - 1);
  }

  /** All it was told of a service so far, in that order; each as {@link #list}. */
  public List<Map<String, JsonNode>> allTold(String service) {
    // Reads what has come until the answer comes.
    ask("status");
    return told.getOrDefault(service, List.of()).stream().map(NamingProcess::map).toList();
  }

  /** The services there are, as it was told, of a pattern it watches. */
  public SortedSet<String> watched(String pattern) {
    ask("status");
    return new TreeSet<>(watched.getOrDefault(pattern, new TreeSet<>()));
  }

  /** The contents it was told of so far, of a configuration it listens to, in that order. */
  public List<String> toldConfigs(String dataId) {
    ask("status");
    return List.copyOf(configs.getOrDefault(dataId, List.of()));
  }

  private static Map<String, JsonNode> map(JsonNode object) {
    Map<String, JsonNode> values = new TreeMap<>();
    object.fields().forEachRemaining(each -> values.put(each.getKey(), each.getValue()));
    return values;
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it as {@code kill -9} does: it cannot deregister. */
  public void kill9() {
    process.kill();
  }

  /** Ends it; by force after 20 s. */
  @Override
  public void close() {
    process.end("");
  }
}
