package io.landbridge.compat.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a consumer is told. Immutable; every {@code with} returns another one.
 *
 * @param values as the program takes them
 * @param classPath added to that of its line
 */
public record ConsumerSettings(Map<String, String> values, List<Path> classPath) {

  /** The setting that {@link #withProcess} makes. */
  static final String PROCESS = "process";

  /** Copies the collections. */
  public ConsumerSettings {
    values = Map.copyOf(values);
    classPath = List.copyOf(classPath);
  }

  /**
   * A consumer with Dubbo's own defaults, except that it starts without providers, never repeats a
   * call, and waits 3 s for an answer.
   *
   * @param registry host:port of a Nacos server, or {@code none}
   * @param application letters, digits, dots, hyphens and underscores
   */
  public static ConsumerSettings of(String registry, String application) {
    return new ConsumerSettings(
        Map.of("registry", registry, "application", application), List.of());
  }

  /** Of the registry. */
  public ConsumerSettings withNamespace(String namespace) {
    return with("namespace", namespace);
  }

  /** Of the registry. */
  public ConsumerSettings withGroup(String group) {
    return with("group", group);
  }

  /** Dubbo 3 only: where it looks for providers. */
  public ConsumerSettings withMigration(MigrationStep step) {
    return with("migration", step.name());
  }

  /**
   * Calls these providers without asking a registry.
   *
   * @param addresses host:port, separated by commas
   */
  public ConsumerSettings withDirect(String addresses) {
    return with("direct", addresses);
  }

  /** Asks for providers of whatever version. */
  public ConsumerSettings ofAnyVersion() {
    return with("versions", "any");
  }

  /** The name that the Nacos client gives the process; by default it gives none. */
  public ConsumerSettings withProcess(String name) {
    return with(PROCESS, name);
  }

  /** How long a call may take. */
  public ConsumerSettings withTimeout(Duration timeout) {
    return with("timeout", Long.toString(timeout.toMillis()));
  }

  /** Subscribes to everything before it is ready, instead of at the first call. */
  public ConsumerSettings subscribingAtStart() {
    return with("subscribe", "start");
  }

  /** With interfaces that can be asked for beside those of package {@code demo}. */
  public ConsumerSettings withClasses(Path classes) {
    List<Path> more = new ArrayList<>(classPath);
    more.add(classes);
    return new ConsumerSettings(values, more);
  }

  /** The application's name. */
  public String application() {
    return values.getOrDefault("application", "");
  }

  private ConsumerSettings with(String key, String value) {
    Map<String, String> changed = new TreeMap<>(values);
    changed.put(key, value);
    return new ConsumerSettings(changed, classPath);
  }

  /** Dubbo's names for where a consumer looks for providers. */
  public enum MigrationStep {
    /** Only at the interface-level registrations. */
    FORCE_INTERFACE,
    /** At both, with preference for the application level. */
    APPLICATION_FIRST,
    /** Only at the application-level registrations. */
    FORCE_APPLICATION
  }
}
