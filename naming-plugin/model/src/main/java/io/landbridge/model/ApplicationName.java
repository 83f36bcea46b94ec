package io.landbridge.model;

import java.util.Objects;

/**
 * The name of a Dubbo application, which is also the Nacos service name of its instances.
 *
 * @param value 1 to 255 printable characters, without the comma that separates applications in a
 *     mapping and without the {@code @@} that separates group and service in Nacos
 */
public record ApplicationName(String value) implements Comparable<ApplicationName> {

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name could not be stored in a mapping or as a service
   */
  public ApplicationName {
    Objects.requireNonNull(value, "value");
    Names.requirePrintable("application name", value, 255);
    if (value.contains(",") || value.contains("@@") || !value.equals(value.trim())) {
      throw new IllegalArgumentException(
          "application name '" + value + "' has a comma, '@@' or spaces around it");
    }
  }

  @Override
  public int compareTo(ApplicationName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
