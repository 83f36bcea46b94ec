package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.migrate.inventory.Configurations.Mapping;
import io.landbridge.migrate.inventory.Configurations.Rule;
import io.landbridge.model.LogText;
import io.landbridge.model.NameRules;
import io.landbridge.model.NameUse;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Reads what the configuration centre has that concerns a migration. Who may read what is
 * registered need not be allowed to read that: what cannot be read is said, and no failure.
 */
public final class ConfigurationReader {

  /** So many of a kind are read in one namespace; each takes a request. */
  static final int MAX_READ = 2000;

  /** The group of MigrationRules of Dubbo 3. */
  public static final String RULE_GROUP = "DUBBO_SERVICEDISCOVERY_MIGRATION";

  private static final String OLDER_RULES = "MIGRATION";

  /** How the data id of a MigrationRule ends; the consumer's name is before it. */
  public static final String RULE_SUFFIX = NacosSpelling.RULE_SUFFIX;

  private final Registry registry;
  private final List<Rule> rules = new ArrayList<>();
  private final List<Mapping> mappings = new ArrayList<>();
  private final List<String> unread = new ArrayList<>();

  private ConfigurationReader(Registry registry) {
    this.registry = registry;
  }

  /**
   * Reads some namespaces.
   *
   * @throws RegistryException if the thread was interrupted
   */
  public static Configurations read(Registry registry, Collection<String> namespaces)
      throws RegistryException {
    ConfigurationReader reader = new ConfigurationReader(registry);
    NameRules names = NameRules.of(registry.server().version());
    for (String each : namespaces) {
      if (!names.takes(NameUse.CONFIGURATION_NAMESPACE, each)) {
        // Nobody can have written anything there; its applications are losses.
        continue;
      }
      reader.group(each, RULE_GROUP, (id, text) -> reader.rule(each, id, false, text));
      reader.group(each, OLDER_RULES, (id, text) -> reader.rule(each, id, true, text));
      reader.group(
          each,
          MetadataKeys.MAPPING_GROUP,
          (id, text) -> reader.mappings.add(new Mapping(each, id, names(text), blank(text))));
    }
    return new Configurations(reader.rules, reader.mappings, reader.unread);
  }

  private void group(String namespace, String group, Sink sink) throws RegistryException {
    try {
      NamespaceId id = NamespaceId.of(namespace);
      List<String> dataIds = registry.dataIds(id, group);
      for (String each : dataIds.subList(0, Math.min(MAX_READ, dataIds.size()))) {
        read(id, group, each).ifPresent(text -> sink.accept(each, text));
      }
      if (dataIds.size() > MAX_READ) {
        unread.add(
            "%d of the %d configurations of group %s in namespace %s were not read: too many"
                .formatted(dataIds.size() - MAX_READ, dataIds.size(), group, namespace));
      }
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      unread.add(
          "configurations of group %s in namespace %s: %s".formatted(group, namespace, e.what()));
    }
  }

  /** One that the server lists and does not give out keeps no other from being read. */
  private Optional<String> read(NamespaceId namespace, String group, String dataId)
      throws RegistryException {
    try {
      return registry.config(namespace, group, dataId);
    } catch (RegistryException e) {
      if (!e.concernsOne()) {
        throw e;
      }
      unread.add(
          "configuration %s of group %s in namespace %s: %s"
              .formatted(LogText.of(dataId), group, namespace, e.what()));
      return Optional.empty();
    }
  }

  private void rule(String namespace, String dataId, boolean older, String text) {
    if (dataId.endsWith(RULE_SUFFIX)) {
      String consumer = dataId.substring(0, dataId.length() - RULE_SUFFIX.length());
      rules.add(new Rule(namespace, consumer, older, text));
    }
  }

  private static List<String> names(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(String::trim)
        .filter(each -> !each.isEmpty())
        .sorted()
        .distinct()
        .toList();
  }

  /** Dubbo 3.0 splits at commas alone: what is around a name belongs to it. */
  private static List<String> blank(String text) {
    return Arrays.stream(text.split(",", -1))
        .filter(each -> !each.equals(each.strip()))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .sorted()
        .distinct()
        .toList();
  }

  private interface Sink {
    void accept(String dataId, String text);
  }
}
