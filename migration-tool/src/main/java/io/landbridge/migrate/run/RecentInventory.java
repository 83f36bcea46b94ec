package io.landbridge.migrate.run;

import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.lock.Pace;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.wave.MigrationTarget;
import io.landbridge.registry.RegistryException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is registered, read again when it is older than a run allows. For one thread. */
final class RecentInventory {

  private final MigrationTarget target;
  private final Pace pace;
  private final Duration freshness;
  private @Nullable Inventory inventory;
  private long inventoryAt;

  RecentInventory(MigrationTarget target, Pace pace, Duration freshness) {
    this.target = target;
    this.pace = pace;
    this.freshness = freshness;
  }

  /** Everything of the plan. */
  Inventory all() throws RegistryException {
    Inventory present = fresh();
    if (present == null) {
      long now = pace.now();
      present = target.inventory();
      inventory = present;
      inventoryAt = now;
    }
    return present;
  }

  /** However old it is. */
  Inventory last() throws RegistryException {
    return inventory == null ? target.inventory() : inventory;
  }

  private @Nullable Inventory fresh() {
    return pace.now() - inventoryAt > freshness.toMillis() ? null : inventory;
  }

  /** To read all of a large registry before each application would take longer than the rest. */
  Inventory of(Step step) throws RegistryException {
    Inventory present = fresh();
    return present == null ? target.inventory(step) : present;
  }
}
