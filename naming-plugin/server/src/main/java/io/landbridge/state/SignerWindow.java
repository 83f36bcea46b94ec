package io.landbridge.state;

import io.landbridge.model.MemberId;
import java.math.BigInteger;
import java.util.Objects;
import java.util.Optional;

/**
 * Which of the entries that a member has signed are in the log already, so that none is applied a
 * second time. It is the window of the anti-replay service of IPsec (RFC 4303, section 3.4.3):
 * proposals of one member may change places on their way to the leader, by up to {@link #WIDTH}.
 *
 * @param signer the member
 * @param start the newest start of the member that any of them came from; grows with every start
 * @param highest the highest number of that start
 * @param seen bit {@code i} says whether {@code highest - i} is in the log
 */
public record SignerWindow(MemberId signer, long start, long highest, BigInteger seen) {

  /** How many numbers below the highest one are told apart. */
  public static final int WIDTH = 1024;

  private static final BigInteger MASK = BigInteger.ONE.shiftLeft(WIDTH).subtract(BigInteger.ONE);

  /** Checks that the highest number is in the log and nothing is remembered beyond the width. */
  public SignerWindow {
    Objects.requireNonNull(signer, "signer");
    if (highest < 1 || seen.signum() < 0 || seen.bitLength() > WIDTH || !seen.testBit(0)) {
      throw new IllegalArgumentException("not a window of " + WIDTH + " numbers");
    }
  }

  /** The window after the first entry of a start. */
  public static SignerWindow first(MemberId signer, long start, long number) {
    return new SignerWindow(signer, start, number, BigInteger.ONE);
  }

  /**
   * The window after one more entry.
   *
   * @return empty if that entry is in the log already, or too old to tell
   */
  public Optional<SignerWindow> with(long entryStart, long number) {
    if (number < 1) {
      return Optional.empty();
    } else if (entryStart > start) {
      return Optional.of(first(signer, entryStart, number));
    } else if (entryStart < start) {
      return Optional.empty();
    } else if (number > highest) {
      long ahead = number - highest;
      BigInteger moved = ahead >= WIDTH ? BigInteger.ZERO : seen.shiftLeft((int) ahead).and(MASK);
      return Optional.of(new SignerWindow(signer, start, number, moved.setBit(0)));
    }
    long behind = highest - number;
    if (behind >= WIDTH || seen.testBit((int) behind)) {
      return Optional.empty();
    }
    return Optional.of(new SignerWindow(signer, start, highest, seen.setBit((int) behind)));
  }
}
