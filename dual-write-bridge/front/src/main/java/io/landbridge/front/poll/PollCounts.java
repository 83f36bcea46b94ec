package io.landbridge.front.poll;

/**
 * What became of polls since the start.
 *
 * @param waiting that wait now
 * @param bytes they take now, about
 * @param told answered with a change
 * @param expired answered without one, after their time
 * @param released ended by the client
 * @param refused because too many waited
 */
public record PollCounts(
    int waiting, long bytes, long told, long expired, long released, long refused) {}
