package io.landbridge.compat.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.Exercised;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A real Dubbo consumer in a process of its own. It stays alive whatever becomes of the providers,
 * so that a test can ask it again after every step.
 *
 * <p>Safe for several threads, but makes one call at a time.
 */
public final class ConsumerProcess implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(180);

  /** A reference whose metadata cannot be had keeps its first caller waiting for some 10 s. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(120);

  private final ProgramProcess process;
  private long lastId;

  private ConsumerProcess(ProgramProcess process) {
    this.process = process;
  }

  /**
   * Starts a consumer and waits until it takes commands, at most 3 minutes. It needs no provider
   * for that.
   *
   * @param workDirectory where it gets a directory of its own for its state and its log
   * @throws ProgramException if it does not come up; shows the end of its log
   */
  public static ConsumerProcess start(
      DubboLine line, ConsumerSettings settings, Path workDirectory) {
    ProgramProcess process =
        ProgramProcess.start(
            settings.application(),
            line,
            "io.landbridge.compat.program.ConsumerMain",
            settings.values(),
            settings.classPath(),
            workDirectory);
    try {
      process.await("ready event", event -> event.has("event"), START_LIMIT);
      Exercised.ofThisRun().record(line.versionsKey());
      return new ConsumerProcess(process);
    } catch (ProgramException e) {
      process.kill();
      throw e;
    }
  }

  /**
   * Makes one call.
   *
   * @param service for example {@code demo.OrderService}
   * @param method for example {@code find}
   * @throws ProgramException if the program does not answer; a call that fails is a result
   */
  public CallResult call(String service, String method) {
    JsonNode answer = ask("call", Map.of("interface", service, "method", method));
    return results(answer).results().get(0);
  }

  /**
   * Calls every method of every service once.
   *
   * @throws ProgramException if the program does not answer; a call that fails is a result
   */
  public CallResults callAll() {
    return results(ask("all", Map.of()));
  }

  /**
   * The same, of the services that are named by the interfaces of a package.
   *
   * @throws ProgramException if there are none, or the program does not answer
   */
  public CallResults callAll(String packageName) {
    return results(ask("all", Map.of("services", packageName)));
  }

  /**
   * Subscribes to every service without calling it.
   *
   * @throws ProgramException if Dubbo refuses, or the program does not answer
   */
  public void subscribe() {
    ask("subscribe", Map.of());
  }

  /**
   * Calls every method in turn, again and again, each as soon as the one before it is answered.
   *
   * @param time up to a minute
   * @throws ProgramException if the program does not answer; a call that fails is a result
   */
  public LoadResult load(Duration time) {
    return LoadResult.of(ask("load", Map.of("millis", Long.toString(time.toMillis()))));
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Where Dubbo and the Nacos client write. */
  public Path log() {
    return process.log();
  }

  /** The last lines of the log. */
  public String output() {
    return process.tail();
  }

  /** Ends it, by force after 20 s; does nothing when it has ended. */
  @Override
  public void close() {
    process.end("{\"command\":\"quit\"}");
  }

  private synchronized JsonNode ask(String verb, Map<String, String> details) {
    Map<String, String> command = new TreeMap<>(details);
    String id = Long.toString(++lastId);
    command.put("id", id);
    command.put("command", verb);
    process.sendJson(command);
    JsonNode answer =
        process.await(
            "answer to " + verb, event -> event.path("id").asText().equals(id), ANSWER_LIMIT);
    if (answer.has("error")) {
      throw process.failure("refused " + command + ": " + answer.path("error").asText());
    }
    return answer;
  }

  private static CallResults results(JsonNode answer) {
    List<CallResult> results = new ArrayList<>();
    answer.path("outcomes").forEach(outcome -> results.add(CallResult.of(outcome)));
    return new CallResults(results);
  }
}
