package io.landbridge.plugin;

import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleSupplier;

/**
 * One number for a monitoring system, asked for whenever that system looks.
 *
 * @param name in lower case with dots
 * @param kind what the number does
 * @param unit of the number, in the plural; empty when it only counts
 * @param description one line
 * @param labels what tells metrics of the same name apart
 * @param value the number now; cheap, callable from any thread, never throws; NaN when not known
 */
public record Metric(
    String name,
    Kind kind,
    String unit,
    String description,
    Map<String, String> labels,
    DoubleSupplier value) {

  /** Copies the labels and makes the value safe to ask for. */
  public Metric {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(description, "description");
    labels = Map.copyOf(labels);
    value = safe(value);
  }

  /** What a number does. */
  public enum Kind {
    /** Goes up and down. */
    GAUGE,
    /** Goes up, and starts again when the server does. */
    COUNTER
  }

  /** A number that goes up and down. */
  public static Metric gauge(String name, String unit, String description, DoubleSupplier value) {
    return new Metric(name, Kind.GAUGE, unit, description, Map.of(), value);
  }

  /** A number that goes up. */
  public static Metric counter(String name, String unit, String description, DoubleSupplier value) {
    return new Metric(name, Kind.COUNTER, unit, description, Map.of(), value);
  }

  /** The same number with a label. */
  public Metric with(String label, String labelValue) {
    return new Metric(name, kind, unit, description, Map.of(label, labelValue), value);
  }

  /** Returns seconds; NaN for less than 0, which stands for a time that is not known. */
  public static double seconds(long millis) {
    return millis < 0 ? Double.NaN : millis / 1000.0;
  }

  /** A store that was closed, for example, has no numbers. */
  private static DoubleSupplier safe(DoubleSupplier value) {
    return () -> {
      try {
        return value.getAsDouble();
      } catch (RuntimeException e) {
        return Double.NaN;
      }
    };
  }
}
