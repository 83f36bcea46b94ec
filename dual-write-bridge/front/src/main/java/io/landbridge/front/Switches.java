package io.landbridge.front;

/**
 * What operators have set for 1.x clients, now.
 *
 * @param beatMillis how often instances beat that name no interval of their own
 * @param lightBeats whether beats may come without what is needed to register
 * @param cacheMillis how soon those ask again who are not pushed to
 * @param pushCacheMillis how soon those ask again who are
 * @param pushes whether anybody is pushed to
 * @param ephemeral whether instances are ephemeral that do not say
 */
public record Switches(
    long beatMillis,
    boolean lightBeats,
    long cacheMillis,
    long pushCacheMillis,
    boolean pushes,
    boolean ephemeral) {}
