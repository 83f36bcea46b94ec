package io.landbridge.compat.churn;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * One operation, and when either side was first seen to show it. Guarded by its subject. Times are
 * those of {@link System#nanoTime}.
 */
final class Step {

  private final String what;
  private final Side at;
  private final boolean relative;
  private final Map<Side, Long> met = new EnumMap<>(Side.class);
  private final Map<Side, Long> missing = new EnumMap<>(Side.class);
  private long acknowledged;

  /**
   * An operation that begins.
   *
   * @param relative whether the side where it happens takes its time as well, so that the way to
   *     the other side begins when this side shows it
   */
  Step(String what, Side at, boolean relative) {
    this.what = what;
    this.at = at;
    this.relative = relative;
  }

  String what() {
    return what;
  }

  Side at() {
    return at;
  }

  void acknowledged(long now) {
    acknowledged = now;
  }

  void missing(Side side, long now) {
    missing.putIfAbsent(side, now);
  }

  void met(Side side, long now) {
    met.putIfAbsent(side, now);
  }

  /** How long nothing was shown on a side of what was before and after. */
  OptionalLong gap(Side side) {
    Long from = missing.get(side);
    Long to = met.get(side);
    return from == null || to == null ? OptionalLong.empty() : OptionalLong.of(to - from);
  }

  /** How long the other side took, once both sides show it. */
  OptionalLong way() {
    Long here = met.get(at);
    Long there = met.get(at.other());
    if (here == null || there == null || acknowledged == 0) {
      return OptionalLong.empty();
    }
    long start = relative ? Math.max(acknowledged, here) : acknowledged;
    return OptionalLong.of(Math.max(0, there - start));
  }
}
