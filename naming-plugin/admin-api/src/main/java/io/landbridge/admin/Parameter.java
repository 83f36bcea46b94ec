package io.landbridge.admin;

import java.util.Objects;

/**
 * A parameter of a request.
 *
 * @param name as it is in the query
 * @param value what it may be, for people: {@code true|false}, or a word in capitals
 * @param isOptional whether it may be left out
 */
public record Parameter(String name, String value, boolean isOptional) {

  /** Checks that no part is missing. */
  public Parameter {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
  }

  static Parameter required(String name, String value) {
    return new Parameter(name, value, false);
  }

  static Parameter optional(String name, String value) {
    return new Parameter(name, value, true);
  }
}
