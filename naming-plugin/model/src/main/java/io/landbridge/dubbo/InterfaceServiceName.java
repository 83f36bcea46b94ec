package io.landbridge.dubbo;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Nacos service name of one Dubbo interface: {@code category:interface:version:group}.
 *
 * <p>Dubbo 2.7 and later always write four segments and leave absent ones empty. Dubbo 2.6 leaves
 * out an absent segment together with its colon, so a name of three segments does not say whether
 * the third is a version or a group; the metadata of the instances does. How each spells nested
 * interfaces is told by {@link NacosSpelling}.
 *
 * @param category {@code providers}, {@code consumers}, {@code routers} or {@code configurators}
 * @param interfaceName the Java interface, with a {@code $} where it is nested
 * @param version the version as the name gives it; empty when absent or not known from the name
 * @param group the Dubbo group as the name gives it; empty when absent or not known from the name
 */
public record InterfaceServiceName(
    String category, String interfaceName, String version, String group) {

  /** The category under which providers register. */
  public static final String PROVIDERS = "providers";

  /** The category under which older consumers announce themselves. */
  public static final String CONSUMERS = "consumers";

  private static final Set<String> CATEGORIES =
      Set.of(PROVIDERS, CONSUMERS, "routers", "configurators");

  /**
   * Reads a Nacos service name.
   *
   * @param serviceName the name without the Nacos group
   * @return the parts, or empty when this is not a name Dubbo writes
   */
  public static Optional<InterfaceServiceName> parse(String serviceName) {
    String[] parts = serviceName.split(":", -1);
    if (!CATEGORIES.contains(parts[0])
        || parts.length < 2
        || parts.length > 4
        || parts[1].isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        parts.length == 4
            ? new InterfaceServiceName(parts[0], NacosSpelling.read(parts[1]), parts[2], parts[3])
            : new InterfaceServiceName(parts[0], NacosSpelling.read(parts[1]), "", ""));
  }

  /**
   * Whether a name is one of the interface level, also one that {@link #parse} cannot read because
   * it has no interface, or a colon in a part. No application can be called so.
   *
   * @param serviceName the name without the Nacos group, of any service
   */
  public static boolean isOfInterfaceLevel(String serviceName) {
    return categoryOf(serviceName).isPresent();
  }

  /** Whether a name is one of the providers of an interface, also one that cannot be read. */
  public static boolean isOfProviders(String serviceName) {
    return categoryOf(serviceName).filter(PROVIDERS::equals).isPresent();
  }

  /** Whether a name is one of the consumers of an interface, also one that cannot be read. */
  public static boolean isOfConsumers(String serviceName) {
    return categoryOf(serviceName).filter(CONSUMERS::equals).isPresent();
  }

  private static Optional<String> categoryOf(String serviceName) {
    return Optional.of(serviceName.indexOf(':'))
        .filter(colon -> colon > 0)
        .map(colon -> serviceName.substring(0, colon))
        .filter(CATEGORIES::contains);
  }

  /**
   * The names under which a provider can be registered of which a consumer that looks into a
   * service is told: each generation of Dubbo spells a name in its own way, and reads others.
   *
   * @param serviceName the name without the Nacos group, of any service
   * @return at least the name itself
   */
  public static SortedSet<String> spellings(String serviceName) {
    SortedSet<String> names = new TreeSet<>(List.of(serviceName));
    parse(serviceName)
        .ifPresent(
            name -> {
              String[] parts = serviceName.split(":", -1);
              // The third of three parts is a version or a group.
              List<InterfaceServiceName> meant =
                  parts.length == 3
                      ? List.of(name.with(parts[2], ""), name.with("", parts[2]))
                      : List.of(name);
              for (InterfaceServiceName each : meant) {
                names.add(each.fourSegments());
                names.add(each.fourSegmentsAsIs());
                names.add(each.legacy());
              }
            });
    return names;
  }

  private InterfaceServiceName with(String otherVersion, String otherGroup) {
    return new InterfaceServiceName(category, interfaceName, otherVersion, otherGroup);
  }

  /** Whether this names the providers of an interface. */
  public boolean isProviders() {
    return category.equals(PROVIDERS);
  }

  /**
   * Whether this can be a name for an interface; one of several for the same name where that has
   * three underscores.
   *
   * @param serviceInterface the Java interface
   */
  public boolean isOf(String serviceInterface) {
    return NacosSpelling.of(serviceInterface).equals(NacosSpelling.of(interfaceName));
  }

  /**
   * The name that Dubbo 2.7 and later write: four segments, absent ones empty, and no {@code $}.
   */
  public String fourSegments() {
    return NacosSpelling.of(fourSegmentsAsIs());
  }

  /** The same from clients in other languages, which keep a {@code $}. */
  String fourSegmentsAsIs() {
    return String.join(":", category, interfaceName, version, group);
  }

  /** The name that Dubbo 2.6 writes: what is absent is left out, and a {@code $} is kept. */
  String legacy() {
    return Stream.concat(
            Stream.of(category),
            Stream.of(interfaceName, version, group).filter(part -> !part.isBlank()))
        .collect(Collectors.joining(":"));
  }
}
