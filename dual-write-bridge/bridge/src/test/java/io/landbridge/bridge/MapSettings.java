package io.landbridge.bridge;

import io.landbridge.model.Networks;
import io.landbridge.plugin.Settings;
import java.time.Duration;
import java.util.Map;

/** Settings from a map: durations in ISO form, everything else as a server has it. */
record MapSettings(Map<String, String> values) implements Settings {

  @Override
  public String text(String key) {
    return values.getOrDefault(key, "");
  }

  @Override
  public boolean isTrue(String key, boolean otherwise) {
    return Boolean.parseBoolean(values.getOrDefault(key, String.valueOf(otherwise)));
  }

  @Override
  public int number(String key, int otherwise) {
    return Integer.parseInt(values.getOrDefault(key, String.valueOf(otherwise)));
  }

  @Override
  public int percent(String key, int otherwise) {
    return number(key, otherwise);
  }

  @Override
  public long size(String key, long otherwise) {
    return Long.parseLong(values.getOrDefault(key, String.valueOf(otherwise)));
  }

  @Override
  public Duration duration(String key, Duration otherwise) {
    return Duration.parse(values.getOrDefault(key, otherwise.toString()));
  }

  @Override
  public Networks networks(String key) {
    return Networks.parse(text(key));
  }
}
