package io.landbridge.migrate.rule;

import io.landbridge.model.LogText;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads entries of a rule: maps as the YAML has them, or anything else that somebody wrote. */
final class RuleEntry {

  static final String SERVICE_KEY = "serviceKey";
  static final String STEP = "step";
  static final String THRESHOLD = "threshold";
  static final String PROPORTION = "proportion";
  static final String DELAY = "delay";
  private static final int ALL_CALLS = 100;

  private RuleEntry() {}

  static String valueOf(@Nullable Object entry, String field, String otherwise) {
    @Nullable Object value = entry instanceof Map<?, ?> fields ? fields.get(field) : null;
    return value == null ? otherwise : value.toString();
  }

  /** A number that {@link #requireNumbers} has looked at; it may be quoted. */
  static int number(@Nullable Object entry, String field, int otherwise) {
    String value = valueOf(entry, field, "");
    return value.isEmpty() ? otherwise : (int) Double.parseDouble(value);
  }

  /** How far entries let a consumer go. */
  static final Comparator<Object> REACH =
      Comparator.<Object>comparingInt(
              entry -> step(entry).equals(ServiceRule.FORCE_APPLICATION) ? 1 : 0)
          .thenComparingInt(RuleEntry::proportion)
          .thenComparing(entry -> -Double.parseDouble(valueOf(entry, THRESHOLD, "0")));

  /** Where it is not said Dubbo takes all calls. */
  static int proportion(@Nullable Object entry) {
    return entry == null || step(entry).equals(ServiceRule.FORCE_INTERFACE)
        ? 0
        : Math.max(0, Math.min(ALL_CALLS, number(entry, PROPORTION, ALL_CALLS)));
  }

  static String step(@Nullable Object entry) {
    return valueOf(entry, STEP, "");
  }

  /** Somebody may have edited it; a consumer of Dubbo takes nothing of a rule that has another. */
  static void requireNumbers(String service, Object entry) throws MalformedRuleException {
    for (String field : List.of(THRESHOLD, PROPORTION, DELAY)) {
      String value = valueOf(entry, field, "0");
      try {
        if (Double.isNaN(Double.parseDouble(value))) {
          throw new NumberFormatException(value);
        }
      } catch (NumberFormatException e) {
        throw new MalformedRuleException(
            "%s of '%s' is '%s', which is not a number"
                .formatted(field, LogText.of(service), LogText.of(value)));
      }
    }
  }
}
