package io.landbridge.model;

/** The one check all names of this package share. */
final class Names {

  private Names() {}

  static void requirePrintable(String what, String value, int maxLength) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(what + " is empty");
    }
    if (value.length() > maxLength) {
      throw new IllegalArgumentException(
          what + " has " + value.length() + " characters; at most " + maxLength + " are allowed");
    }
    for (int i = 0; i < value.length(); i++) {
      if (Character.isISOControl(value.charAt(i))) {
        throw new IllegalArgumentException(
            "%s has the control character U+%04X at position %d"
                .formatted(what, (int) value.charAt(i), i + 1));
      }
    }
  }
}
