package io.landbridge.front.poll;

/**
 * How much may wait for changes.
 *
 * @param polls the most there may be
 * @param pollsPerAddress the most there may be of one address
 * @param bytes the most they may take together, about
 * @param bytesPerAddress the most those of one address may take, about
 */
public record PollLimits(int polls, int pollsPerAddress, long bytes, long bytesPerAddress) {

  /** Limits for so many polls: a quarter of them, and of the bytes, for one address. */
  public static PollLimits of(int polls) {
    return new PollLimits(polls, Math.max(1, polls / 4), 64L << 20, 16L << 20);
  }
}
