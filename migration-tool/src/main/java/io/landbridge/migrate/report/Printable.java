package io.landbridge.migrate.report;

import java.util.regex.Pattern;

/** Text from a registry, made safe to print: anybody can register anything. */
public final class Printable {

  private static final Pattern CONTROL =
      Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]");

  private Printable() {}

  /** The text without characters that could move the cursor or break the line. */
  public static String of(String text) {
    return CONTROL.matcher(text).replaceAll("?");
  }
}
