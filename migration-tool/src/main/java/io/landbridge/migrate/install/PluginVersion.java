package io.landbridge.migrate.install;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of the plugin that can be compared: {@code 0.1.0-SNAPSHOT} is before {@code 0.1.0}. One
 * without numbers is before all others.
 *
 * @param text the version
 */
record PluginVersion(String text) {

  private static final Pattern NUMBERS = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})*)(.*)");

  boolean isNewerThan(PluginVersion other) {
    int order = Arrays.compare(numbers(), other.numbers());
    return order != 0 ? order > 0 : isRelease() && !other.isRelease();
  }

  private int[] numbers() {
    Matcher matcher = NUMBERS.matcher(text);
    return matcher.matches()
        ? Arrays.stream(matcher.group(1).split("\\.")).mapToInt(Integer::parseInt).toArray()
        : new int[0];
  }

  private boolean isRelease() {
    Matcher matcher = NUMBERS.matcher(text);
    return matcher.matches() && matcher.group(2).isEmpty();
  }

  @Override
  public String toString() {
    return text;
  }
}
