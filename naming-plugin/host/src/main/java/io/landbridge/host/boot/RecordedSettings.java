package io.landbridge.host.boot;

import io.landbridge.model.Networks;
import io.landbridge.plugin.Settings;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Keeps what was read of other settings, as an operator would write it, defaults included. What has
 * neither a value nor a default is left out. None of the settings is a secret: passwords are in
 * files. Confined to the thread that sets the server up.
 */
final class RecordedSettings implements Settings {

  private static final long KIBIBYTE = 1024;

  private final Settings settings;
  private final Map<String, String> effective = new TreeMap<>();

  RecordedSettings(Settings settings) {
    this.settings = settings;
  }

  /** What was read until now, in order of the keys. */
  Map<String, String> effective() {
    return Collections.unmodifiableMap(new TreeMap<>(effective));
  }

  @Override
  public String text(String key) {
    return keep(key, settings.text(key), text -> text);
  }

  @Override
  public boolean isTrue(String key, boolean otherwise) {
    return keep(key, settings.isTrue(key, otherwise), String::valueOf);
  }

  @Override
  public int number(String key, int otherwise) {
    return keep(key, settings.number(key, otherwise), String::valueOf);
  }

  @Override
  public int percent(String key, int otherwise) {
    return keep(key, settings.percent(key, otherwise), percent -> percent + "%");
  }

  @Override
  public long size(String key, long otherwise) {
    return keep(key, settings.size(key, otherwise), RecordedSettings::size);
  }

  @Override
  public Duration duration(String key, Duration otherwise) {
    return keep(key, settings.duration(key, otherwise), RecordedSettings::duration);
  }

  @Override
  public Networks networks(String key) {
    Networks networks = settings.networks(key);
    keep(key, settings.text(key), text -> text);
    return networks;
  }

  private <T> T keep(String key, T value, Function<T, String> written) {
    String text = written.apply(value);
    if (!text.isEmpty()) {
      effective.put(key, text);
    }
    return value;
  }

  private static String size(long bytes) {
    long kibibytes = bytes / KIBIBYTE;
    if (bytes == 0 || bytes % KIBIBYTE != 0) {
      return bytes + "B";
    }
    return kibibytes % KIBIBYTE == 0 ? kibibytes / KIBIBYTE + "MB" : kibibytes + "KB";
  }

  private static String duration(Duration duration) {
    if (duration.toMillisPart() != 0 || duration.isZero()) {
      return duration.isZero() ? "0s" : duration.toMillis() + "ms";
    }
    return duration.toSecondsPart() == 0 ? duration.toMinutes() + "m" : duration.toSeconds() + "s";
  }
}
