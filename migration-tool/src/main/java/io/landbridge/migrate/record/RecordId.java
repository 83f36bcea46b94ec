package io.landbridge.migrate.record;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What a recorded verify is called: when it began, in UTC, and six digits that tell it from others
 * of that second, as in {@code 20261130-134450-a3f2c1}. The order of ids is that of their times.
 *
 * @param value the text
 */
public record RecordId(String value) implements Comparable<RecordId> {

  private static final Pattern FORM = Pattern.compile("\\d{8}-\\d{6}-[0-9a-f]{6}");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT);

  private static final int TIME_CHARS = "20261130-134450".length();

  /** A new one. */
  public static RecordId of(Instant began) {
    return new RecordId(
        TIME.format(began.atOffset(ZoneOffset.UTC))
            + "-"
            + UUID.randomUUID().toString().substring(0, 6));
  }

  /** Reads one; empty if the text is none. */
  public static Optional<RecordId> parse(String text) {
    if (!FORM.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      LocalDateTime.parse(text.substring(0, TIME_CHARS), TIME);
      return Optional.of(new RecordId(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  Instant began() {
    return LocalDateTime.parse(value.substring(0, TIME_CHARS), TIME).toInstant(ZoneOffset.UTC);
  }

  @Override
  public int compareTo(RecordId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
