package io.landbridge.raft;

/**
 * What this member proposed since it started, at one moment.
 *
 * @param entries entries handed to the log
 * @param bytes their size
 * @param largestBytes the size of the largest
 * @param lastBytes the size of the latest
 * @param inFlight entries not answered yet
 * @param failures entries of which the outcome is failure or not known
 */
public record ProposalSnapshot(
    long entries, long bytes, long largestBytes, long lastBytes, long inFlight, long failures) {}
