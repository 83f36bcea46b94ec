package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.fault.Fault;
import io.landbridge.compat.fault.FaultRuns;
import io.landbridge.compat.fault.Verdict;
import io.landbridge.compat.fault.Verdict.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A cluster that is hurt while clients work with it ends up right. A part of the faults on one
 * line; all of them on both with {@code -Dlandbridge.faults=all}, or by hand with {@code
 * compat-tests/run faults}.
 */
class FaultsE2E {

  private static final List<Fault> PART =
      List.of(Fault.KILL_LEADER, Fault.PAUSE_FOLLOWER_LONG, Fault.PARTITION_LEADER, Fault.KILL_ALL);

  private static final boolean ALL = System.getProperty("landbridge.faults", "").equals("all");

  private final long seed = Long.getLong("landbridge.faults.seed", new Random().nextInt(1_000_000));

  @TestFactory
  Stream<DynamicTest> onNacos3() {
    return runs(NacosVersion.V3_1_0, ALL ? FaultRuns.of(NacosVersion.V3_1_0) : PART);
  }

  @TestFactory
  Stream<DynamicTest> onNacos2() {
    return runs(NacosVersion.V2_2_4, ALL ? FaultRuns.of(NacosVersion.V2_2_4) : List.of());
  }

  /** The servers are started by the first test and ended when the stream is closed. */
  private Stream<DynamicTest> runs(NacosVersion version, List<Fault> faults) {
    List<Fault> shuffled = new ArrayList<>(faults);
    Collections.shuffle(shuffled, new Random(seed));
    Path kept = Path.of(System.getProperty("landbridge.compat.kept", "target/faults"));
    FaultRuns runs = new FaultRuns(version, seed, shuffled, kept.toAbsolutePath());
    return shuffled.stream()
        .map(fault -> DynamicTest.dynamicTest(fault.label(), () -> run(runs, fault)))
        .onClose(runs::close);
  }

  private void run(FaultRuns runs, Fault fault) {
    Verdict verdict = runs.run(fault);
    System.out.println(verdict);
    assumeTrue(verdict.outcome() != Outcome.SKIPPED, verdict::summary);
    assertThat(verdict.outcome()).as("seed " + seed + ": " + verdict).isEqualTo(Outcome.PASSED);
  }
}
