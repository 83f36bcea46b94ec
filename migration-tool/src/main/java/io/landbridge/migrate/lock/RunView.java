package io.landbridge.migrate.lock;

import io.landbridge.model.Counted;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The run that changes a cluster, for people and programs.
 *
 * @param name who runs it
 * @param doing what it does
 * @param until when its lock ends unless it renews it, ISO 8601 in UTC
 * @param takesOrders whether it can be controlled
 * @param phase {@code RUNNING}, {@code PAUSED} by an operator, or {@code GUARDED}
 * @param reason why it holds; empty while it works
 * @param wave the wave it works on; 0 for none
 * @param waves how many waves the plan has; 0 for a run without a plan
 * @param application the application it works on, or worked on last
 * @param waiting the applications of the wave whose step has not begun, the first 200
 * @param waitingTotal how many applications wait
 * @param throttleSeconds how long it waits between two applications
 * @param ordered the orders that operators gave: {@code PAUSE}, {@code THROTTLE}, {@code SKIP},
 *     {@code STOP}
 * @param skipped the applications that are left out by order
 * @param orderedBy who gave the last order
 */
public record RunView(
    String name,
    String doing,
    String until,
    boolean takesOrders,
    String phase,
    String reason,
    int wave,
    int waves,
    String application,
    List<String> waiting,
    int waitingTotal,
    int throttleSeconds,
    List<String> ordered,
    List<String> skipped,
    String orderedBy) {

  /** Copies the lists. */
  public RunView {
    waiting = List.copyOf(waiting);
    ordered = List.copyOf(ordered);
    skipped = List.copyOf(skipped);
  }

  /** The view of a record. */
  public static RunView of(LockRecord record) {
    LockRecord.Run run = record.run();
    RunState state = run == null ? RunState.NEW : run.state();
    Orders orders = run == null ? Orders.NONE : run.orders();
    return new RunView(
        record.name(),
        record.doing(),
        Instant.ofEpochMilli(record.until()).toString(),
        run != null,
        state.phase().name(),
        state.reason(),
        state.wave(),
        state.waves(),
        state.application(),
        state.waiting(),
        state.waitingTotal(),
        orders.throttleSeconds() == null ? state.throttleSeconds() : orders.throttleSeconds(),
        ordered(orders),
        orders.skipped(),
        orders.by());
  }

  private static List<String> ordered(Orders orders) {
    List<String> ordered = new ArrayList<>();
    if (orders.paused()) {
      ordered.add("PAUSE");
    }
    if (orders.throttleSeconds() != null) {
      ordered.add("THROTTLE");
    }
    if (!orders.skipped().isEmpty()) {
      ordered.add("SKIP");
    }
    if (orders.stopped()) {
      ordered.add("STOP");
    }
    return ordered;
  }

  /** The lines that people read. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("Run under way: %s (%s)".formatted(doing, name));
    if (!takesOrders) {
      return lines;
    }
    List<String> how = new ArrayList<>();
    if (wave > 0) {
      how.add("wave %d of %d".formatted(wave, waves));
    }
    how.add(phase.toLowerCase(Locale.ROOT));
    if (!application.isEmpty()) {
      how.add("last application " + application);
    }
    how.add(Counted.of(waitingTotal, "application") + " waiting");
    if (throttleSeconds > 0) {
      how.add("%d s between two applications".formatted(throttleSeconds));
    }
    lines.add("  " + String.join(", ", how));
    if (!reason.isEmpty()) {
      lines.add("  " + reason);
    }
    if (ordered.contains("PAUSE") && phase.equals("RUNNING")) {
      lines.add("  pause ordered (%s): the run holds before its next step".formatted(orderedBy));
    }
    if (ordered.contains("STOP")) {
      lines.add("  stop ordered (%s): the run ends before its next step".formatted(orderedBy));
    }
    if (!skipped.isEmpty()) {
      lines.add("  skipped by an operator: " + String.join(", ", skipped));
    }
    return lines;
  }
}
