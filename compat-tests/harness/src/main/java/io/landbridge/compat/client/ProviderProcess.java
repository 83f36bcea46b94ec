package io.landbridge.compat.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.Exercised;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** A real Dubbo provider in a process of its own, registered and ready to be called. */
public final class ProviderProcess implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(180);

  private final ProgramProcess process;
  private final Answerer identity;
  private final Map<String, Integer> ports;

  private ProviderProcess(ProgramProcess process, Answerer identity, Map<String, Integer> ports) {
    this.process = process;
    this.identity = identity;
    this.ports = Map.copyOf(ports);
  }

  /**
   * Starts a provider and waits until it has registered, at most 3 minutes.
   *
   * @param workDirectory where it gets a directory of its own for its state and its log
   * @throws ProgramException if it does not come up; shows the end of its log
   */
  public static ProviderProcess start(
      DubboLine line, ProviderSettings settings, Path workDirectory) {
    ProgramProcess process =
        ProgramProcess.start(
            settings.application(),
            line,
            "io.landbridge.compat.program.ProviderMain",
            settings.values(),
            settings.classPath(),
            workDirectory);
    try {
      JsonNode ready = process.await("ready event", event -> event.has("event"), START_LIMIT);
      Exercised.ofThisRun().record(line.versionsKey());
      Map<String, Integer> ports = new TreeMap<>();
      ready
          .path("ports")
          .fields()
          .forEachRemaining(port -> ports.put(port.getKey(), port.getValue().asInt()));
      return new ProviderProcess(process, Answerer.of(ready), ports);
    } catch (ProgramException e) {
      process.kill();
      throw e;
    }
  }

  /** What its answers carry. */
  public Answerer identity() {
    return identity;
  }

  /** The port of a protocol, on 127.0.0.1. */
  public int port(String protocol) {
    Integer port = ports.get(protocol);
    if (port == null) {
      throw new IllegalArgumentException("No protocol " + protocol + ", only " + ports.keySet());
    }
    return port;
  }

  /** Ends it as {@code kill -9} does: it cannot deregister. */
  public void kill9() {
    process.kill();
  }

  /** Lets it deregister and end; by force after 20 s. */
  public void stop() {
    process.end("stop");
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

  /** The same as {@link #stop}; does nothing when it has ended. */
  @Override
  public void close() {
    stop();
  }
}
