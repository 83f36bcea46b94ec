package io.landbridge.migrate.cli.verify;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.verify.ApplicationLevel;
import io.landbridge.migrate.verify.ApplicationLevelReader;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.migrate.verify.InterfaceLevel;
import io.landbridge.migrate.verify.InterfaceLevelReader;
import io.landbridge.migrate.verify.ModelComparison;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares the applications of a cluster part by part, and reads what each part needs. */
public final class ApplicationComparison {

  private final Cluster cluster;
  private final Registry registry;
  private final Landscape landscape;
  private final PluginDocuments documents;
  private @Nullable ModelComparison prepared;
  private @Nullable Inventory told;

  /**
   * Makes it for one look at a cluster.
   *
   * @param registry where both levels are read
   * @param landscape what was read of the whole cluster
   */
  public ApplicationComparison(Cluster cluster, Registry registry, Landscape landscape) {
    this.cluster = cluster;
    this.registry = registry;
    this.landscape = landscape;
    this.documents = new PluginDocuments(cluster.plugin());
  }

  /**
   * Compares a part.
   *
   * @param inventory everything that is registered
   */
  public List<Comparison> compare(List<ApplicationInventory> part, Inventory inventory)
      throws RegistryException {
    ApplicationLevel applicationLevel = new ApplicationLevelReader(registry).read(landscape, part);
    InterfaceLevel interfaceLevel =
        new InterfaceLevelReader(registry, documents).read(landscape, part, applicationLevel);
    ModelComparison comparison =
        prepared == null
            ? new ModelComparison(landscape, applicationLevel, interfaceLevel)
            : prepared.with(applicationLevel, interfaceLevel);
    prepared = comparison;
    Map<ApplicationKey, Comparison> compared = new LinkedHashMap<>();
    part.forEach(each -> compared.put(each.key(), comparison.compare(each)));
    List<ApplicationInventory> differing =
        part.stream()
            .filter(each -> each.derivedInstances() == 0)
            .filter(each -> !Objects.requireNonNull(compared.get(each.key())).equal())
            .toList();
    if (!differing.isEmpty()) {
      // Nothing is asked of the plugin as long as nothing has to be explained.
      Inventory explained = told == null ? cluster.reading().withLosses(inventory) : told;
      told = explained;
      differing.forEach(
          each -> compared.put(each.key(), comparison.compare(each, explained.misfit(each))));
    }
    return List.copyOf(compared.values());
  }
}
