package io.landbridge.observe;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.observe.ClaimRules.Sharing;
import io.landbridge.observe.registry.Address;

/**
 * What the observer remembers of an instance of a unit: not the instance, but enough to see whether
 * it changed. There is one for every process of the fleet, so it is small.
 *
 * <p>Touched by the observer's thread alone.
 */
final class KnownInstance {

  private static final long LOW_HALF = 0xFFFFFFFFL;

  private final InstanceKey key;

  /** Fingerprint of what the catalog was told last, or refused for good; 0 when nothing. */
  private long told;

  private boolean refused;
  private boolean gone;
  private Sharing sharing = Sharing.NONE;

  KnownInstance(InstanceKey key) {
    this.key = key;
  }

  InstanceKey key() {
    return key;
  }

  Address address() {
    return Address.of(key);
  }

  long told() {
    return told;
  }

  /** The catalog has this, as far as this member had to tell it. */
  void tell(long fingerprint) {
    told = fingerprint;
    refused = false;
  }

  /** This fits into no entry of the log; asking again cannot help. */
  void refuse(long fingerprint) {
    told = fingerprint;
    refused = true;
  }

  boolean isRefused(long fingerprint) {
    return refused && told == fingerprint;
  }

  boolean isRefused() {
    return refused;
  }

  /** The unit does not have it any more, but the catalog was not told yet. */
  boolean isGone() {
    return gone;
  }

  void setGone(boolean value) {
    gone = value;
  }

  /** How other members had a part in it when it was decided about last. */
  Sharing sharing() {
    return sharing;
  }

  void setSharing(Sharing value) {
    sharing = value;
  }

  /** A number that differs between different instances but for one chance in 2^64; never 0. */
  static long fingerprint(ApplicationInstance instance) {
    long high = (long) instance.hashCode() << 32;
    long low = instance.revision().value().hashCode() & LOW_HALF;
    return (high | low) == 0 ? 1 : high | low;
  }
}
