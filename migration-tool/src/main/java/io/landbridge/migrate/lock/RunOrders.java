package io.landbridge.migrate.lock;

import io.landbridge.registry.RegistryException;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Gives orders to the run that is under way on a cluster: they are put into the record of its lock
 * by compare-and-swap, so that they reach this run or nobody. For one thread.
 */
public final class RunOrders {

  private static final int ATTEMPTS = 20;

  private final Notes notes;
  private final LongSupplier now;
  private final String operator;

  /**
   * Creates it; nothing is read yet.
   *
   * @param notes where the record is
   * @param now milliseconds since 1970 by the cluster's clock
   * @param operator who gives orders, for people
   */
  public RunOrders(Notes notes, LongSupplier now, String operator) {
    this.notes = notes;
    this.now = now;
    this.operator = operator;
  }

  /** Makes new orders of those a run has. */
  public interface Order {

    /**
     * Returns what is ordered from now on.
     *
     * @throws RefusedException if the run cannot follow
     */
    Orders of(LockRecord.Run run) throws RefusedException;
  }

  /**
   * The record after an order.
   *
   * @param record what it says now
   * @param changed whether the order was new
   */
  public record Given(LockRecord record, boolean changed) {}

  /** No run takes the order; the text says why. */
  public static final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String advice;

    /** Says what stands in the way, and what to do. */
    public RefusedException(String what, String advice) {
      super(what);
      this.advice = advice;
    }

    /** What an operator can do. */
    public String advice() {
      return advice;
    }
  }

  /**
   * Gives an order.
   *
   * @throws RefusedException if no run is under way, or the run does not take the order
   */
  public Given give(Order order) throws RegistryException, RefusedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<String> text = notes.read(LockRecord.NOTE);
      LockRecord present = underWay(text, now.getAsLong());
      LockRecord.Run run = present.run();
      if (run == null) {
        throw new RefusedException(
            "the current run cannot be controlled: %s (%s)"
                .formatted(present.name(), present.doing()),
            "only 'apply' can be controlled; wait until the run ends, or interrupt it on its"
                + " machine");
      }
      Orders wanted = order.of(run);
      if (wanted.equals(run.orders())) {
        return new Given(present, false);
      }
      LockRecord changed = present.with(wanted.by(operator));
      if (notes.replace(LockRecord.NOTE, text, changed.text())) {
        return new Given(changed, true);
      }
    }
    throw new RefusedException(
        "the order was not recorded, because the record of the run keeps changing",
        "run the command again");
  }

  private static LockRecord underWay(Optional<String> text, long now) throws RefusedException {
    Optional<LockRecord> present = text.flatMap(LockRecord::parse);
    if (text.isPresent() && present.isEmpty()) {
      throw new RefusedException(
          "the lock of this cluster cannot be read",
          "the lock may belong to a newer version: use that version of landbridge");
    }
    return present
        .filter(each -> each.until() > now)
        .orElseThrow(
            () ->
                new RefusedException(
                    "no run is under way",
                    "nothing was changed; 'landbridge status' shows a run that is under way"));
  }
}
