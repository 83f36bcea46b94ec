package io.landbridge.front.push;

/**
 * What has happened since the start.
 *
 * @param subscriptions there are now
 * @param refused subscriptions that were one too many, or of no address
 * @param sent packets
 * @param acknowledged packets that a client acknowledged
 * @param repeated packets that were sent because the one before was not acknowledged
 * @param failed services that a client did not acknowledge a second time either, or that could not
 *     be sent
 */
public record PushCounts(
    int subscriptions, long refused, long sent, long acknowledged, long repeated, long failed) {}
