package io.landbridge.observe;

/**
 * What the observer did since it started, at one moment.
 *
 * @param epoch the start its claims are made in, milliseconds since 1970
 * @param marks how often a unit was marked as changed
 * @param pending units that are marked now and not read yet
 * @param units units this member knows of, those of other members included
 * @param instances instances this member answers for
 * @param reads how often a unit was read and folded
 * @param claims claims proposed
 * @param inFlight claims proposed and not answered yet
 * @param changes puts and releases in all claims
 * @param lastClaimChanges puts and releases in the latest claim
 * @param largestClaimChanges puts and releases in the largest claim
 * @param failures claims the catalog did not take, and that were or will be made again
 * @param postponed units that could not be dealt with yet because an earlier claim was under way
 * @param refused instances that fit into no entry of the log
 * @param passes full passes that ended
 * @param lastPassMillis how long the latest full pass took; -1 before the first has ended
 * @param sinceLastPassMillis how long ago it ended; -1 before the first has ended
 * @param settling whether releases wait because this member was paused
 * @param delay from the first mark of a unit to the commit of what it made known
 */
public record ObserverSnapshot(
    long epoch,
    long marks,
    long pending,
    long units,
    long instances,
    long reads,
    long claims,
    long inFlight,
    long changes,
    long lastClaimChanges,
    long largestClaimChanges,
    long failures,
    long postponed,
    long refused,
    long passes,
    long lastPassMillis,
    long sinceLastPassMillis,
    boolean settling,
    LatencySnapshot delay) {}
