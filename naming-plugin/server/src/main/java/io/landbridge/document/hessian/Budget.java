package io.landbridge.document.hessian;

/**
 * What reading an input, and making something of what was read, may cost together: a unit for each
 * value and each character. References make a small input a large value, which is not large as long
 * as nobody walks it; whoever does takes from the same budget, so that the whole stays linear in
 * the input. For one thread.
 */
public final class Budget {

  /**
   * Twice what an honest input takes: a byte is at most a value and the text of a number of five
   * characters.
   */
  static final int UNITS_PER_BYTE = 16;

  /** For inputs of a few bytes. */
  static final int LEAST = 1_024;

  private final long units;
  private long used;

  /**
   * Makes a budget.
   *
   * @param bytes the length of the input
   */
  Budget(int bytes) {
    this.units = LEAST + (long) UNITS_PER_BYTE * bytes;
  }

  /**
   * Takes from it.
   *
   * @param more values and characters that are about to be read or copied; not negative
   * @throws MalformedHessianException if less than that is left
   */
  public void take(int more) throws MalformedHessianException {
    used += more;
    if (used > units) {
      throw new MalformedHessianException(
          "references make it larger than " + units + " values and characters");
    }
  }

  /** Units that were taken, with those of whoever was refused. */
  public long used() {
    return used;
  }
}
