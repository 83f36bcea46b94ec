package io.landbridge.compat.fuzz;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The entry point for Jazzer: the first argument names the target, the second the directory with
 * the inputs to begin with. Jazzer finds these methods by their names.
 */
public final class JazzerDriver {

  /** Jazzer works on classes while they are loaded, at the first inputs that need them. */
  private static final long INSTRUMENTATION_BYTES = 256L << 20;

  // Set once by Jazzer before the first input, which is given to this class and not to an object.
  @SuppressWarnings("NonFinalStaticField")
  private static Execution execution =
      new Execution(
          input -> {
            throw new IllegalStateException("no target was named");
          });

  private JazzerDriver() {}

  /**
   * Takes the arguments of the target, and has its classes loaded: on a busy machine, working on
   * them takes longer than an input may.
   */
  public static void fuzzerInitialize(String[] arguments) throws IOException {
    FuzzTarget target = Targets.make(arguments[0]);
    for (byte[] each : Targets.inputs(Path.of(arguments[1]))) {
      load(target, each);
    }
    execution = new Execution(target, INSTRUMENTATION_BYTES);
  }

  private static void load(FuzzTarget target, byte[] input) {
    try {
      target.run(input);
    } catch (Exception | Error e) {
      // It is found when Jazzer gives it this input.
    }
  }

  /** Takes an input. */
  public static void fuzzerTestOneInput(byte[] input) throws FuzzFailure {
    execution.run(input);
  }
}
