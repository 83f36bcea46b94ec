package io.landbridge.plugin;

import io.landbridge.model.Networks;
import java.time.Duration;

/**
 * The settings of the server under {@code landbridge.}, by type. Every method throws an {@link
 * IllegalArgumentException} that names the setting when its value cannot be read.
 */
public interface Settings {

  /** A text without surrounding blanks; empty when it is not set. */
  String text(String key);

  /** {@code true} or {@code false}. */
  boolean isTrue(String key, boolean otherwise);

  /** A whole number. */
  int number(String key, int otherwise);

  /** A whole percentage, {@code 50%} or {@code 50}. */
  int percent(String key, int otherwise);

  /** Bytes, for example {@code 32MB}. */
  long size(String key, long otherwise);

  /** A time, for example {@code 300ms} or {@code 10s}. */
  Duration duration(String key, Duration otherwise);

  /** A list of networks; none when it is not set. */
  Networks networks(String key);
}
