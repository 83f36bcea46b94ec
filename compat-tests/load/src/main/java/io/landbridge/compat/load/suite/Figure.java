package io.landbridge.compat.load.suite;

import java.util.Optional;

/**
 * A number of a benchmark that the report shows.
 *
 * @param name what it is
 * @param value where the number is in the benchmark's JSON, a pointer: what is compared with the
 *     target
 * @param sides the two numbers that were measured, where the figure compares two
 * @param target what it has to be, if anything
 */
record Figure(String name, String value, Optional<Sides> sides, Optional<Target> target) {

  /**
   * The two sides of a comparison.
   *
   * @param unit of both
   * @param plugin where the number of the plugin is
   * @param stock where its stock counterpart of the same run is
   */
  record Sides(String unit, String plugin, String stock) {}

  /** One that compares nothing and has no target. */
  static Figure of(String name, String value) {
    return new Figure(name, value, Optional.empty(), Optional.empty());
  }

  Figure between(String unit, String plugin, String stock) {
    return new Figure(name, value, Optional.of(new Sides(unit, plugin, stock)), target);
  }

  Figure atLeast(double bound) {
    return new Figure(name, value, sides, Optional.of(Target.atLeast(bound)));
  }

  Figure atMost(double bound) {
    return new Figure(name, value, sides, Optional.of(Target.atMost(bound)));
  }
}
