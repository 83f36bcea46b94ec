package io.landbridge.compat.fuzz;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;

/**
 * The part of fuzzing that every check does: all inputs that are kept, and for each target about a
 * second of others that are made of them, the same every time.
 *
 * <p>{@code -Dlandbridge.fuzz.seed=N} makes others, {@code -Dlandbridge.fuzz.millis=N} more.
 */
public final class FuzzedTargets {

  private static final long SEED = Long.getLong("landbridge.fuzz.seed", 1);
  private static final long MILLIS = Long.getLong("landbridge.fuzz.millis", 500);
  private static final int MOST_INPUTS = 20_000;

  /** As long as anybody may send, or nearly. */
  private static final int LONG = 1 << 18;

  private static final int SWOLLEN = 48;

  private final Targets targets;

  private FuzzedTargets(Targets targets) {
    this.targets = targets;
  }

  /**
   * A test for each target of a module.
   *
   * @param any a class of its tests
   * @throws IllegalStateException if it has none
   */
  public static Stream<DynamicNode> beside(Class<?> any) throws IOException {
    Path testClasses;
    try {
      testClasses = Path.of(any.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the tests are in no directory", e);
    }
    FuzzedTargets fuzzed = new FuzzedTargets(new Targets(testClasses));
    List<String> names = fuzzed.targets.names();
    if (names.isEmpty()) {
      throw new IllegalStateException("there is no fuzz target in " + testClasses);
    }
    return names.stream().map(fuzzed::tests);
  }

  private DynamicNode tests(String name) {
    return dynamicContainer(
        Targets.simple(name),
        List.of(
            dynamicTest("corpus", () -> corpus(name)),
            dynamicTest("mutations", () -> mutations(name)),
            dynamicTest("long inputs", () -> longInputs(name))));
  }

  private void corpus(String name) throws IOException, FuzzFailure {
    List<byte[]> seeds = targets.seeds(name);
    if (seeds.isEmpty()) {
      throw new AssertionError("no inputs are kept in " + targets.corpus(name));
    }
    Execution execution = new Execution(Targets.make(name));
    for (byte[] each : seeds) {
      execution.run(each);
    }
  }

  private void mutations(String name) throws IOException, FuzzFailure {
    Execution execution = new Execution(Targets.make(name));
    Mutations mutations = new Mutations(SEED, targets.seeds(name));
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
    for (int i = 0; i < MOST_INPUTS && System.nanoTime() < end; i++) {
      execution.run(mutations.next());
    }
  }

  private void longInputs(String name) throws IOException, FuzzFailure {
    Execution execution = new Execution(Targets.make(name));
    Mutations mutations = new Mutations(SEED, targets.seeds(name));
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
    for (int i = 0; i < SWOLLEN && System.nanoTime() < end; i++) {
      execution.run(mutations.swollen(LONG));
    }
  }
}
