package io.landbridge.migrate.run;

import io.landbridge.migrate.wave.RequiredVerify;
import io.landbridge.model.Audience;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * How carefully a plan is carried out.
 *
 * @param patience how long both models may take to become equal after a wave
 * @param soak how long is looked for trouble after consumers have done what they were told, and
 *     after the wave
 * @param throttle how long to wait between two applications
 * @param poll how long to wait between two looks
 * @param freshness how old the inventory may be that a step rests on
 * @param forced whether others than Dubbo's may share the service of an application
 * @param moved whether consumers may go to the application level at once that no rule holds
 * @param paused whether an operator wants nothing more to be begun for now
 * @param guard a measurement that must be in bounds before each step
 * @param verified whether the recorded verifies are there that waves require
 * @param showTo which consumer processes a wave is shown to before the run ends; everybody to carry
 *     waves out to their end
 */
public record CampaignSettings(
    Duration patience,
    Duration soak,
    Duration throttle,
    Duration poll,
    Duration freshness,
    boolean forced,
    boolean moved,
    BooleanSupplier paused,
    Guard.Limited guard,
    RequiredVerify verified,
    Audience showTo) {

  /** Settings where no verify is recorded. */
  public CampaignSettings(
      Duration patience,
      Duration soak,
      Duration throttle,
      Duration poll,
      Duration freshness,
      boolean forced,
      boolean moved,
      BooleanSupplier paused,
      Guard.Limited guard) {
    this(
        patience,
        soak,
        throttle,
        poll,
        freshness,
        forced,
        moved,
        paused,
        guard,
        RequiredVerify.NONE,
        Audience.WHOLE);
  }

  /** Settings without a guard. */
  public CampaignSettings(
      Duration patience,
      Duration soak,
      Duration throttle,
      Duration poll,
      Duration freshness,
      boolean forced,
      boolean moved,
      BooleanSupplier paused) {
    this(patience, soak, throttle, poll, freshness, forced, moved, paused, Guard.Limited.NONE);
  }

  /** These settings where verifies are recorded. */
  public CampaignSettings withVerified(RequiredVerify other) {
    return new CampaignSettings(
        patience, soak, throttle, poll, freshness, forced, moved, paused, guard, other, showTo);
  }

  /** These settings of a run that ends when a wave is shown to some consumers. */
  public CampaignSettings showingTo(Audience other) {
    return new CampaignSettings(
        patience, soak, throttle, poll, freshness, forced, moved, paused, guard, verified, other);
  }
}
