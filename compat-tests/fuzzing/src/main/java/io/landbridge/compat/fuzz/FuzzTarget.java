package io.landbridge.compat.fuzz;

/**
 * A parser or decoder, and what must hold for any bytes that are given to it. Implementations are
 * public classes named {@code *Fuzz} with a public constructor without arguments, in the tests of
 * the module that has the parser; {@code corpus/<class>} beside them has the inputs to begin with.
 * For one thread.
 */
public interface FuzzTarget {

  /**
   * Gives an input to the parser. Returns when it was taken or refused in the way that callers
   * expect; anything else that is thrown is a fault.
   *
   * @param input any bytes; not changed
   * @throws Exception if the parser throws what callers do not expect
   */
  void run(byte[] input) throws Exception;

  /**
   * The most memory that an input may take while it is read, in bytes, whatever is in it.
   *
   * @param length of the input in bytes
   */
  default long mostMemory(int length) {
    return (4L << 20) + 2_048L * length;
  }
}
