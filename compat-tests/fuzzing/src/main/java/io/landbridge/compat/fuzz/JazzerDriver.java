package io.landbridge.compat.fuzz;

/**
 * The entry point for Jazzer: the first argument names the target. Jazzer finds these methods by
 * their names.
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

  /** Takes the arguments of the target. */
  public static void fuzzerInitialize(String[] arguments) {
    execution = new Execution(Targets.make(arguments[0]), INSTRUMENTATION_BYTES);
  }

  /** Takes an input. */
  public static void fuzzerTestOneInput(byte[] input) throws FuzzFailure {
    execution.run(input);
  }
}
