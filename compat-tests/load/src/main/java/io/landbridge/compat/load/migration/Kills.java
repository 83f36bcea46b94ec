package io.landbridge.compat.load.migration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * When a command is killed: at points that are spread at random over the time that commands take
 * which change something. It is killed a moment after a certain number of changes, so that it is in
 * the midst of its work on a slow machine too. What such a command was too fast for is left to the
 * next one, whatever that does.
 */
final class Kills {

  /** Within this a command has hardly begun. */
  private static final int BEGINNING_MILLIS = 2_500;

  /** The longest moments after a change: at once, in its midst, some steps later. */
  private static final int[] MOMENTS_MILLIS = {1, 30, 1_000};

  private final Random random;
  private final List<Integer> shares;

  /** Those that are due, and not done yet. */
  private int owed;

  private int done;

  private Kills(Random random, List<Integer> shares) {
    this.random = random;
    this.shares = shares;
  }

  /**
   * Chooses the points.
   *
   * @param count how many
   * @param took what each step took when nobody killed it
   */
  static Kills of(int count, long seed, List<Step.Took> took) {
    Random random = new Random(seed);
    long all = took.stream().mapToLong(Kills::weight).sum();
    List<Integer> shares = new ArrayList<>(Collections.nCopies(took.size(), 0));
    for (int i = 0; i < count; i++) {
      double at = (i + random.nextDouble()) / count * all;
      int step = 0;
      while (step < took.size() - 1 && at >= weight(took.get(step))) {
        at -= weight(took.get(step));
        step++;
      }
      shares.set(step, shares.get(step) + 1);
    }
    return new Kills(random, shares);
  }

  private static long weight(Step.Took took) {
    return took.entries() == 0 ? 0 : took.millis();
  }

  /**
   * The points of the next step, in numbers of changes, in order; with those that the steps before
   * were too fast for.
   *
   * @param step its number, from 0
   */
  List<Integer> points(int step, Step.Took took) {
    owed += shares.get(step);
    List<Integer> points = new ArrayList<>();
    for (int i = 0; i < owed; i++) {
      points.add(random.nextInt(Math.max(1, took.entries())));
    }
    Collections.sort(points);
    return points;
  }

  /** One was done. */
  void happened() {
    owed--;
    done++;
  }

  /** How many were done. */
  int done() {
    return done;
  }

  /** Becomes true a moment after a number of changes; soon, if there are more already. */
  BooleanSupplier after(Journal journal, int changes) {
    if (journal.entries() > changes) {
      return afterMillis(BEGINNING_MILLIS);
    }
    BooleanSupplier moment = later(MOMENTS_MILLIS[random.nextInt(MOMENTS_MILLIS.length)]);
    return () -> journal.entries() > changes && moment.getAsBoolean();
  }

  /** Becomes true within a time after it was first asked. */
  BooleanSupplier afterMillis(long most) {
    return later(most);
  }

  /** Becomes true some time after it was first asked. */
  private BooleanSupplier later(long mostMillis) {
    long nanos = (long) (random.nextDouble() * mostMillis * 1e6);
    long[] asked = new long[1];
    return () -> {
      if (asked[0] == 0) {
        asked[0] = System.nanoTime();
      }
      return System.nanoTime() - asked[0] >= nanos;
    };
  }
}
