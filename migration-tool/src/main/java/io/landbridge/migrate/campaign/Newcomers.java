package io.landbridge.migrate.campaign;

import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The consumers of Dubbo 3 that start while a wave is carried out. There was no rule for them, so
 * they go to the application level with all their calls. To hold them afterwards would only take
 * them back; they are named.
 */
final class Newcomers {

  static final String WHAT =
      "this consumer started while the wave was carried out: no rule held it, and it moved by its"
          + " own default, perhaps with all its calls";

  private final MigrationTarget target;
  private final List<Step> steps;
  private final SortedSet<ApplicationKey> known;

  private Newcomers(MigrationTarget target, List<Step> steps, Inventory now)
      throws RegistryException {
    this.target = target;
    this.steps = steps;
    this.known = movers(now);
  }

  /**
   * Notes who is there.
   *
   * @param now what is registered
   */
  static Newcomers since(Inventory now, MigrationTarget target, Wave wave)
      throws RegistryException {
    return new Newcomers(target, wave.steps(), now);
  }

  /**
   * Who is there now and was not before, sorted.
   *
   * @param now what is registered
   */
  SortedSet<ApplicationKey> found(Inventory now) throws RegistryException {
    SortedSet<ApplicationKey> found = movers(now);
    found.removeAll(known);
    return found;
  }

  private SortedSet<ApplicationKey> movers(Inventory now) throws RegistryException {
    SortedSet<ApplicationKey> movers = new TreeSet<>();
    for (Mover each : Mover.of(now, target.callers(steps), steps)) {
      try {
        movers.add(ApplicationKey.of(each.namespace(), each.application()));
      } catch (IllegalArgumentException e) {
        // No rule can be for it, and it was named as such.
      }
    }
    return movers;
  }

  /** What is told of one. */
  static Outcome outcome(ApplicationKey consumer) {
    return new Outcome(
        consumer.namespace().value(),
        consumer.name().value(),
        Outcome.Result.UNCHANGED,
        "",
        "",
        List.of(WHAT));
  }
}
