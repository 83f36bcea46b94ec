package io.landbridge.host.boot;

import io.landbridge.model.Networks;
import io.landbridge.plugin.Settings;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/** Reads settings from the server's {@code application.properties}, as Spring Boot writes them. */
record EnvironmentSettings(Environment environment) implements Settings {

  @Override
  public String text(String key) {
    return environment.getProperty(key, "").strip();
  }

  @Override
  public boolean isTrue(String key, boolean otherwise) {
    return read(
        key,
        otherwise,
        "true or false",
        text ->
            switch (text) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new IllegalArgumentException(text);
            });
  }

  @Override
  public int number(String key, int otherwise) {
    return read(key, otherwise, "a whole number", Integer::parseInt);
  }

  @Override
  public int percent(String key, int otherwise) {
    return read(
        key,
        otherwise,
        "a whole percentage such as 50%",
        text ->
            Integer.parseInt(
                text.endsWith("%") ? text.substring(0, text.length() - 1).strip() : text));
  }

  @Override
  public long size(String key, long otherwise) {
    return read(
        key, otherwise, "a size such as 32MB or 512KB", text -> DataSize.parse(text).toBytes());
  }

  @Override
  public Duration duration(String key, Duration otherwise) {
    return read(
        key, otherwise, "a duration such as 300ms, 10s or 5m", DurationStyle::detectAndParse);
  }

  @Override
  public Networks networks(String key) {
    try {
      return Networks.parse(environment.getProperty(key, ""));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }

  private <T> T read(String key, T otherwise, String expected, Function<String, T> parser) {
    @Nullable String text = environment.getProperty(key);
    if (text == null) {
      return otherwise;
    }
    try {
      return parser.apply(text.strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + " is '" + text + "', not " + expected, e);
    }
  }
}
