package io.landbridge.compat.load.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run of one benchmark, as its file has it: {@code result} is the object that the benchmark
 * printed.
 *
 * @param json all of it
 */
record RunFile(ObjectNode json) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A new one of a run that begins. */
  static RunFile of(String benchmark, int run, List<String> command, String commit, String began) {
    ObjectNode json = JSON.createObjectNode();
    json.put("benchmark", benchmark);
    json.put("run", run);
    command.forEach(json.withArray("command")::add);
    json.put("commit", commit);
    json.put("began", began);
    return new RunFile(json);
  }

  static Path in(Path directory, String benchmark, int run) {
    return directory.resolve("%s-%d.json".formatted(benchmark, run));
  }

  /** Reads one; empty if there is none, or it is not whole. */
  static Optional<RunFile> read(Path file) {
    try {
      return Files.exists(file) && JSON.readTree(file.toFile()) instanceof ObjectNode json
          ? Optional.of(new RunFile(json))
          : Optional.empty();
    } catch (JsonProcessingException notOne) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes it; nobody sees a part of it. */
  void write(Path file) {
    try {
      Path next = file.resolveSibling(file.getFileName() + ".next");
      Files.writeString(
          next, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n");
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written", e);
    }
  }

  void done(double seconds, JsonNode result) {
    json.put("seconds", Numbers.rounded(seconds));
    json.put("outcome", "DONE");
    json.put("why", "");
    json.set("result", result);
  }

  void failed(double seconds, String why) {
    json.put("seconds", Numbers.rounded(seconds));
    json.put("outcome", "FAILED");
    json.put("why", why);
  }

  boolean isDone() {
    return json.path("outcome").asText().equals("DONE");
  }

  String benchmark() {
    return json.path("benchmark").asText();
  }

  int run() {
    return json.path("run").asInt();
  }

  double seconds() {
    return json.path("seconds").asDouble();
  }

  String why() {
    return json.path("why").asText();
  }

  String commit() {
    return json.path("commit").asText();
  }

  String began() {
    return json.path("began").asText();
  }

  double loadBefore() {
    return json.path("load_before").asDouble();
  }

  JsonNode result() {
    return json.path("result");
  }

  List<String> command() {
    List<String> words = new ArrayList<>();
    json.path("command").forEach(each -> words.add(each.asText()));
    return List.copyOf(words);
  }

  /** A number of the result; empty if it has none there. */
  Optional<Double> number(String pointer) {
    JsonNode node = result().at(pointer);
    return node.isNumber() ? Optional.of(node.asDouble()) : Optional.empty();
  }
}
