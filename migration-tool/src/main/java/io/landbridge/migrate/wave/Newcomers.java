package io.landbridge.migrate.wave;

import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;

/**
 * The consumers of Dubbo 3 that start while a wave is carried out. There was no rule for them, so
 * they go to the application level with all their calls. To hold them afterwards would only take
 * them back; they are named.
 */
public final class Newcomers {

  /** What is said of one, for people. */
  public static final String WHAT =
      "this consumer started while the wave was carried out: no rule held it, and it moved by its"
          + " own default, perhaps with all its calls";

  private final MigrationTarget target;
  private final List<Step> steps;
  private final Set<ApplicationKey> known;

  /**
   * Notes who is there.
   *
   * @param steps what is going to be translated
   * @param before what was found of its consumers right before
   */
  public Newcomers(MigrationTarget target, List<Step> steps, HeldConsumers before) {
    this.target = target;
    this.steps = steps;
    this.known = before.callers();
  }

  /**
   * Who is there now and was not before, sorted.
   *
   * @param now what is registered
   */
  public SortedSet<ApplicationKey> found(Inventory now) throws RegistryException {
    SortedSet<ApplicationKey> found = Mover.keys(Mover.of(now, target.callers(steps), steps));
    found.removeAll(known);
    return found;
  }

  /** What is told of one. */
  public static Outcome outcome(ApplicationKey consumer) {
    return new Outcome(
        consumer.namespace().value(),
        consumer.name().value(),
        Outcome.Result.UNCHANGED,
        "",
        "",
        List.of(WHAT));
  }
}
