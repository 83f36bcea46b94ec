package io.landbridge.migrate.inventory;

import java.util.List;

/**
 * What the configuration centre has that concerns a migration.
 *
 * @param rules the MigrationRules that are there
 * @param mappings which applications offer an interface, as consumers are told
 * @param unread what could not be read, or was not, and why
 */
public record Configurations(List<Rule> rules, List<Mapping> mappings, List<String> unread) {

  /** Copies the lists. */
  public Configurations {
    rules = List.copyOf(rules);
    mappings = List.copyOf(mappings);
    unread = List.copyOf(unread);
  }

  /** Nothing, of which nothing is left out. */
  public static Configurations none() {
    return new Configurations(List.of(), List.of(), List.of());
  }

  /**
   * A MigrationRule.
   *
   * @param namespace its namespace
   * @param consumer the application it is for
   * @param older whether it is one of Dubbo 2.7, which has a group of its own
   * @param text its content
   */
  public record Rule(String namespace, String consumer, boolean older, String text) {}

  /**
   * A mapping.
   *
   * @param namespace its namespace
   * @param interfaceName the interface as it is spelled in Nacos
   * @param applications who is said to offer it, sorted
   * @param blank those of them that have a blank or a line end next to them, sorted
   */
  public record Mapping(
      String namespace, String interfaceName, List<String> applications, List<String> blank) {

    /** Copies the lists. */
    public Mapping {
      applications = List.copyOf(applications);
      blank = List.copyOf(blank);
    }

    /** One with names and commas alone. */
    public Mapping(String namespace, String interfaceName, List<String> applications) {
      this(namespace, interfaceName, applications, List.of());
    }
  }
}
