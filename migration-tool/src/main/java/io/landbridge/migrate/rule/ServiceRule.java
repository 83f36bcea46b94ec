package io.landbridge.migrate.rule;

import io.landbridge.dubbo.CheckedNames;
import io.landbridge.dubbo.ServiceRange;
import io.landbridge.model.LogText;
import java.util.Optional;

/**
 * What a consumer is told for one service.
 *
 * @param serviceKey {@code interface[:version]}; Dubbo does not look at rules that name a group
 * @param step a MigrationStep of Dubbo
 * @param threshold the share of the interface-level addresses that the application level must have,
 *     more than 0, up to 1: with 0 Dubbo takes the first address there is and drops the others
 * @param proportion the share of calls that go to the application level, in percent
 * @param delaySeconds how long to wait for addresses before they are compared
 */
public record ServiceRule(
    String serviceKey, String step, double threshold, int proportion, int delaySeconds) {

  /** The step that takes a consumer back. */
  public static final String FORCE_INTERFACE = "FORCE_INTERFACE";

  /** The step that lets a consumer drop its interface-level addresses. */
  public static final String FORCE_APPLICATION = "FORCE_APPLICATION";

  private static final int PERCENT = 100;

  /** Checks the ranges. */
  public ServiceRule {
    Optional<String> refusal = refusal(serviceKey);
    if (refusal.isPresent()) {
      throw new IllegalArgumentException(
          "'%s' is not a valid service in a rule: %s"
              .formatted(LogText.of(serviceKey), refusal.get()));
    }
    if (!(threshold > 0 && threshold <= 1) || proportion < 0 || proportion > PERCENT) {
      throw new IllegalArgumentException(
          "threshold %s, proportion %d".formatted(threshold, proportion));
    }
  }

  /**
   * Why a text cannot be the service of a rule; empty when it can.
   *
   * @param serviceKey {@code interface[:version]}
   */
  public static Optional<String> refusal(String serviceKey) {
    if (serviceKey.isBlank()) {
      return Optional.of("it is empty");
    }
    ServiceRange range = ServiceRange.of(serviceKey);
    return range.group().isEmpty()
        ? CheckedNames.ofKey(range.interfaceName(), range.version(), "")
        : Optional.of("it has a group");
  }

  /**
   * The threshold for what was observed: so much of the ratio of the two counts, rounded down to
   * hundredths, and at least one of them. Where one of the counts is 0 there is no ratio, and so
   * much of whatever comes is asked for. More addresses at application level than at interface
   * level count as equal.
   *
   * @param applicationLevel how many addresses the application level can have
   * @param interfaceLevel how many the interface level has
   * @param percent how much of the ratio, 1 to 100
   */
  public static double threshold(int applicationLevel, int interfaceLevel, int percent) {
    if (interfaceLevel <= 0 || applicationLevel <= 0) {
      return percent / (double) PERCENT;
    }
    long hundredths = (long) Math.min(applicationLevel, interfaceLevel) * percent / interfaceLevel;
    return Math.max(1, hundredths) / (double) PERCENT;
  }
}
