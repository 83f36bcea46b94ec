package io.landbridge.compat.client;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a provider is told. Immutable; every {@code with} returns another one.
 *
 * @param values as the program takes them
 * @param classPath added to that of its line
 */
public record ProviderSettings(Map<String, String> values, List<Path> classPath) {

  /** What the names of the interfaces inside {@code demo.Nested} begin with. */
  public static final String NESTED = "demo.Nested$";

  /** Metadata key: milliseconds of silence after which a registration is deleted. */
  public static final String DELETE_TIMEOUT = "preserved.ip.delete.timeout";

  /** When an instance is unhealthy that says nothing else. */
  public static final String UNHEALTHY_MILLIS = "15000";

  /** Copies the collections. */
  public ProviderSettings {
    values = Map.copyOf(values);
    classPath = List.copyOf(classPath);
  }

  /**
   * A provider with Dubbo's own defaults.
   *
   * @param registry host:port of a Nacos server
   * @param application letters, digits, dots, hyphens and underscores
   */
  public static ProviderSettings of(String registry, String application) {
    return new ProviderSettings(
        Map.of("registry", registry, "application", application), List.of());
  }

  /** Of the registry. */
  public ProviderSettings withNamespace(String namespace) {
    return with("namespace", namespace);
  }

  /** Of the registry. */
  public ProviderSettings withGroup(String group) {
    return with("group", group);
  }

  /** The name of this run, which its answers carry; by default the process id. */
  public ProviderSettings withRun(String run) {
    return with("run", run);
  }

  /** The port of the first protocol; by default a free one. */
  public ProviderSettings withPort(int port) {
    return with("port", Integer.toString(port));
  }

  /** In this order, for example {@code dubbo} and {@code tri}. */
  public ProviderSettings withProtocols(String... protocols) {
    return with("protocols", String.join(",", protocols));
  }

  /** Dubbo 3 only: {@code interface}, {@code instance} or {@code all}. */
  public ProviderSettings withRegisterMode(String mode) {
    return with("register-mode", mode);
  }

  /** Dubbo 3 only: {@code local} or {@code remote}. */
  public ProviderSettings withMetadataType(String type) {
    return with("metadata-type", type);
  }

  /**
   * Offers the services under the interfaces of another package than {@code demo}.
   *
   * @param classes the directory that holds them
   */
  public ProviderSettings withServices(String packageName, Path classes) {
    List<Path> more = new ArrayList<>(classPath);
    more.add(classes);
    return new ProviderSettings(with("services", packageName).values, more);
  }

  /** Offers the services under the interfaces inside {@code demo.Nested}. */
  public ProviderSettings withNestedServices() {
    return with("services", NESTED);
  }

  /** Of GreetService. */
  public ProviderSettings withWeight(int weight) {
    return with("weight", Integer.toString(weight));
  }

  /** Of GreetService. */
  public ProviderSettings withTimeout(int millis) {
    return with("timeout", Integer.toString(millis));
  }

  /** Of GreetService. */
  public ProviderSettings withTag(String tag) {
    return with("tag", tag);
  }

  /** The value of parameter {@code Custom.Key} of OrderService. */
  public ProviderSettings withCustomKey(String value) {
    return with("custom-key", value);
  }

  /** One more parameter of PlainService, whatever it is good for. */
  public ProviderSettings withPlainParameter(String key, String value) {
    return withMore("plain-parameters", key, value);
  }

  /**
   * A server of 1.x, and one that is spoken to as one, deletes it as soon as it takes it for
   * unhealthy, which is 15 s after its last beat, and not after 30 s.
   */
  public ProviderSettings deletedAsSoonAsUnhealthy() {
    return withMore("parameters", DELETE_TIMEOUT, UNHEALTHY_MILLIS);
  }

  /** Parameters of the registry's address, for example {@code simplified=true}. */
  public ProviderSettings withRegistryParameters(String parameters) {
    return with("registry-parameters", parameters);
  }

  /** The application's name. */
  public String application() {
    return values.getOrDefault("application", "");
  }

  private ProviderSettings withMore(String list, String key, String value) {
    String before = values.get(list);
    return with(list, (before == null ? "" : before + "&") + key + "=" + value);
  }

  private ProviderSettings with(String key, String value) {
    Map<String, String> changed = new TreeMap<>(values);
    changed.put(key, value);
    return new ProviderSettings(changed, classPath);
  }
}
