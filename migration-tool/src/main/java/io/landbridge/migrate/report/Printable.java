package io.landbridge.migrate.report;

import io.landbridge.model.LogText;

/** Text from a registry, made safe to print: anybody can register anything. */
public final class Printable {

  private Printable() {}

  /** The text without characters that could move the cursor, break the line or turn it round. */
  public static String of(String text) {
    return LogText.printable(text);
  }
}
