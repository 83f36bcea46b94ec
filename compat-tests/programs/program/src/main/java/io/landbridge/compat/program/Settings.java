package io.landbridge.compat.program;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The {@code key=value} arguments of a program, checked against the keys it knows. */
record Settings(Map<String, String> values) {

  Settings {
    values = Map.copyOf(values);
  }

  /**
   * Reads the arguments.
   *
   * @throws IllegalArgumentException naming the argument that is malformed, unknown or repeated
   */
  static Settings parse(Set<String> known, String... arguments) {
    Map<String, String> values = new TreeMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      String key = equals < 0 ? argument : argument.substring(0, equals);
      if (equals < 0 || !known.contains(key)) {
        throw new IllegalArgumentException(
            "Argument '" + argument + "' is not key=value with one of the keys " + sorted(known));
      }
      if (values.put(key, argument.substring(equals + 1)) != null) {
        throw new IllegalArgumentException("Setting '" + key + "' is given twice");
      }
    }
    return new Settings(values);
  }

  private static String sorted(Set<String> keys) {
    return String.join(", ", keys.stream().sorted().toList());
  }

  String required(String key) {
    String value = text(key, "");
    if (value.isEmpty()) {
      throw new IllegalArgumentException("Setting '" + key + "' is missing: add " + key + "=VALUE");
    }
    return value;
  }

  /** A name that goes into headers and file names, hence few characters. */
  String requiredName(String key) {
    return name(key, required(key));
  }

  String name(String key, String otherwise) {
    String value = text(key, otherwise);
    if (!value.matches("[A-Za-z0-9._-]{1,100}")) {
      throw new IllegalArgumentException(
          "Setting '"
              + key
              + "' is '"
              + value
              + "': use 1 to 100 letters, digits, dots, hyphens and underscores");
    }
    return value;
  }

  String text(String key, String otherwise) {
    return values.getOrDefault(key, otherwise);
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  int number(String key, int otherwise, int min, int max) {
    String value = text(key, Integer.toString(otherwise));
    if (!value.matches("[0-9]{1,9}")
        || Integer.parseInt(value) < min
        || Integer.parseInt(value) > max) {
      throw new IllegalArgumentException(
          "Setting '" + key + "' is '" + value + "': use a number from " + min + " to " + max);
    }
    return Integer.parseInt(value);
  }
}
