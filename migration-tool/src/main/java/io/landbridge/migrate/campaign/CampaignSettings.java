package io.landbridge.migrate.campaign;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * How carefully a plan is carried out.
 *
 * @param patience how long both models may take to become equal after a wave
 * @param soak how long is looked for trouble after each change to consumers, and after the wave
 * @param throttle how long to wait between two applications
 * @param poll how long to wait between two looks
 * @param freshness how old the inventory may be that a step rests on
 * @param paused whether an operator wants nothing more to be begun for now
 */
public record CampaignSettings(
    Duration patience,
    Duration soak,
    Duration throttle,
    Duration poll,
    Duration freshness,
    BooleanSupplier paused) {}
