package io.landbridge.migrate.doctor;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of Nacos.
 *
 * @param major 1 to 3, so far
 * @param minor within that
 * @param patch within that; 0 if it was not given
 */
public record ServerVersion(int major, int minor, int patch) implements Comparable<ServerVersion> {

  private static final Pattern FORM =
      Pattern.compile("v?([0-9]{1,4})\\.([0-9]{1,4})(?:\\.([0-9]{1,4}))?(?:[-+].*|\\.[A-Za-z].*)?");

  private static final Comparator<ServerVersion> ORDER =
      Comparator.comparingInt(ServerVersion::major)
          .thenComparingInt(ServerVersion::minor)
          .thenComparingInt(ServerVersion::patch);

  /** Reads {@code 3.3}, {@code v2.5.1} or {@code 3.1.0-bugfix}; empty if it is none of these. */
  public static Optional<ServerVersion> parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    return matcher.matches()
        ? Optional.of(
            new ServerVersion(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3))))
        : Optional.empty();
  }

  boolean isBefore(ServerVersion other) {
    return compareTo(other) < 0;
  }

  @Override
  public int compareTo(ServerVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
