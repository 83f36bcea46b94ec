package io.landbridge.bridge.legacy;

import io.landbridge.registry.AllowedHosts;
import java.time.Duration;
import java.util.Objects;

/**
 * How the bridge works; what it is to do is in the catalog.
 *
 * @param passwordFile path of the file with the password for the legacy cluster; empty for none
 * @param trustFile path of a PEM file with the authorities to trust there; empty for the JVM's own
 * @param fullRead how often everything is read there, at the most; a large cluster is read less
 *     often
 * @param maxShrinkPercent how much may be gone there at once and be believed
 * @param settle for how long nothing that is gone there is believed after more than that was gone,
 *     or after nobody could look; the clients of a cluster that was restarted come back within it
 * @param hold how long more than that is not believed
 * @param grace how long an exported instance may be without a client here until the leader removes
 *     it there, or may be something else there than here until the leader registers it again
 * @param passwordTo the hosts that may be sent the password
 */
public record BridgeConfig(
    String passwordFile,
    String trustFile,
    Duration fullRead,
    int maxShrinkPercent,
    Duration settle,
    Duration hold,
    Duration grace,
    AllowedHosts passwordTo) {

  /** The settings an operator gets who sets none. */
  public static final BridgeConfig DEFAULT =
      new BridgeConfig(
          "",
          "",
          Duration.ofSeconds(5),
          50,
          Duration.ofSeconds(15),
          Duration.ofMinutes(10),
          Duration.ofSeconds(60));

  /** Whose password goes to this host alone. */
  public BridgeConfig(
      String passwordFile,
      String trustFile,
      Duration fullRead,
      int maxShrinkPercent,
      Duration settle,
      Duration hold,
      Duration grace) {
    this(
        passwordFile,
        trustFile,
        fullRead,
        maxShrinkPercent,
        settle,
        hold,
        grace,
        AllowedHosts.NONE);
  }

  /** Checks that no part is missing and that the numbers make sense. */
  public BridgeConfig {
    Objects.requireNonNull(passwordFile, "passwordFile");
    Objects.requireNonNull(trustFile, "trustFile");
    Objects.requireNonNull(passwordTo, "passwordTo");
    if (fullRead.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("landbridge.bridge.full-read is shorter than 1s");
    }
    if (maxShrinkPercent < 0 || maxShrinkPercent > 100) {
      throw new IllegalArgumentException("landbridge.bridge.max-shrink is not between 0% and 100%");
    }
    if (settle.isNegative() || hold.isNegative() || grace.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "landbridge.bridge.settle or landbridge.bridge.hold is negative, or"
              + " landbridge.bridge.grace shorter than 1s");
    }
  }
}
