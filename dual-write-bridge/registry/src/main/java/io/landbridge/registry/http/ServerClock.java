package io.landbridge.registry.http;

import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.apache.hc.core5.http.Header;
import org.jspecify.annotations.Nullable;

/** What servers say of the time with their answers. Safe for use by several threads at once. */
final class ServerClock {

  /**
   * The last one: the same header comes with all answers within a second, and reading it is slow.
   */
  private volatile Clock last = Clock.NONE;

  /**
   * What a server said of the time.
   *
   * @param text the header; empty for none
   * @param millis since 1970; 0 if that is no time
   */
  private record Clock(String text, long millis) {

    static final Clock NONE = new Clock("", 0);

    static Clock of(String text) {
      try {
        return new Clock(
            text,
            ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                .toInstant()
                .toEpochMilli());
      } catch (DateTimeException e) {
        return new Clock(text, 0);
      }
    }
  }

  /**
   * What time a server says it is.
   *
   * @param date the header; null for none
   * @return milliseconds since 1970; 0 if that is no time
   */
  long millis(@Nullable Header date) {
    String text = date == null ? "" : date.getValue();
    Clock known = last;
    if (!known.text().equals(text)) {
      known = Clock.of(text);
      last = known;
    }
    return known.millis();
  }
}
