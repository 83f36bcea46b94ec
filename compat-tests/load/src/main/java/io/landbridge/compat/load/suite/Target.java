package io.landbridge.compat.load.suite;

/**
 * What a figure has to be.
 *
 * @param kind on which side of the bound
 * @param bound the last value that is good enough
 */
record Target(Kind kind, double bound) {

  /** On which side of the bound. */
  enum Kind {
    AT_LEAST("≥"),
    AT_MOST("≤");

    final String sign;

    Kind(String sign) {
      this.sign = sign;
    }
  }

  static Target atLeast(double bound) {
    return new Target(Kind.AT_LEAST, bound);
  }

  static Target atMost(double bound) {
    return new Target(Kind.AT_MOST, bound);
  }

  boolean met(double value) {
    return kind == Kind.AT_LEAST ? value >= bound : value <= bound;
  }

  @Override
  public String toString() {
    return kind.sign + " " + Numbers.text(bound);
  }
}
