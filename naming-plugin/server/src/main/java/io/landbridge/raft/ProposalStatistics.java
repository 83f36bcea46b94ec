package io.landbridge.raft;

/** Counts proposals. Safe for use from any thread. */
final class ProposalStatistics {

  // All guarded by this.
  private long entries;
  private long bytes;
  private long largestBytes;
  private long lastBytes;
  private long inFlight;
  private long failures;

  synchronized void proposed(int size) {
    entries++;
    inFlight++;
    bytes += size;
    lastBytes = size;
    largestBytes = Math.max(largestBytes, size);
  }

  synchronized void answered(boolean success) {
    inFlight--;
    if (!success) {
      failures++;
    }
  }

  synchronized ProposalSnapshot snapshot() {
    return new ProposalSnapshot(entries, bytes, largestBytes, lastBytes, inFlight, failures);
  }
}
