package io.landbridge.compat.history;

/**
 * What a member said of its catalog at one moment.
 *
 * @param atMillis when it was asked, milliseconds of the test's own steady clock
 * @param member {@code ip:port}
 * @param run which run of its process; any number that differs between two
 * @param applied how many entries it had applied
 * @param digest of its content
 */
public record Sample(long atMillis, String member, long run, long applied, String digest) {}
