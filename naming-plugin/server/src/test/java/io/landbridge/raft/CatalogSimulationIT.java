package io.landbridge.raft;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Groups of three and five members, with real stores, that crash at every step a process can die
 * at, lag, lose their disks and take snapshots from each other: in the end they hold the same, and
 * what plain maps hold.
 *
 * <p>Every run draws another seed, which its failure names: {@code
 * -Dlandbridge.simulation.seed=SEED} runs that one again, {@code -Dlandbridge.simulation.runs=N}
 * makes more than the usual number.
 */
class CatalogSimulationIT {

  private static final int RUNS = Integer.getInteger("landbridge.simulation.runs", 60);
  private static final int STEPS = 60;

  static LongStream seeds() {
    Long seed = Long.getLong("landbridge.simulation.seed");
    return seed != null
        ? LongStream.of(seed)
        : LongStream.iterate(System.currentTimeMillis() * 1_000, it -> it + 1).limit(RUNS);
  }

  @ParameterizedTest(name = "-Dlandbridge.simulation.seed={0}")
  @MethodSource("seeds")
  void allMembersHoldWhatTheLogSays(long seed) throws Exception {
    try (QuickDirectory directory = new QuickDirectory();
        SimulatedGroup group = new SimulatedGroup(seed, directory.path())) {
      try {
        group.run(STEPS);
        group.settle();
      } catch (Exception | AssertionError e) {
        throw new AssertionError(
            "seed %d failed; repeat it with -Dlandbridge.simulation.seed=%d; what happened: %s"
                .formatted(seed, seed, group.story()),
            e);
      }
    }
  }
}
