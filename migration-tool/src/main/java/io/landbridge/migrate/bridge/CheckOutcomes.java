package io.landbridge.migrate.bridge;

import io.landbridge.migrate.bridge.BridgeCheck.Check;
import io.landbridge.migrate.bridge.BridgeCheck.Outcome;
import io.landbridge.migrate.bridge.BridgeCheck.Result;
import java.util.ArrayList;
import java.util.List;

/** Collects the outcomes of the checks. Confined to one thread. */
final class CheckOutcomes {

  private final List<Outcome> all = new ArrayList<>();

  void ok(Check check, String what) {
    all.add(new Outcome(check, Result.OK, what, ""));
  }

  void warning(Check check, String what, String advice) {
    all.add(new Outcome(check, Result.WARNING, what, advice));
  }

  void obstacle(Check check, String what, String advice) {
    all.add(new Outcome(check, Result.OBSTACLE, what, advice));
  }

  /** Whether nothing was found by a check. */
  boolean hasNone(Check check) {
    return all.stream().noneMatch(each -> each.check() == check);
  }

  int size() {
    return all.size();
  }

  /** All of them, as they were added. */
  List<Outcome> all() {
    return List.copyOf(all);
  }
}
