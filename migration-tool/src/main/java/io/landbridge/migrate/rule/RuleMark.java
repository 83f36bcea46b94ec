package io.landbridge.migrate.rule;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The comment that says which entries of a rule are ours. It counts only before the first line that
 * is no comment, where no field can put anything, and what separates or ends a name in it is
 * written as {@code %} and two hexadecimal digits.
 */
final class RuleMark {

  private static final String MARK = "# landbridge:";
  private static final String PLAIN = "._$:*-";
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private RuleMark() {}

  /** The line, with its end. */
  static String line(Collection<String> services) {
    return MARK
        + " "
        + services.stream().map(RuleMark::escaped).collect(Collectors.joining(","))
        + "\n";
  }

  /** The services a text says are ours; names that {@link #line} would not write are not. */
  static SortedSet<String> read(String text) {
    SortedSet<String> services = new TreeSet<>();
    for (String line : text.split("\n", -1)) {
      if (line.startsWith(MARK)) {
        for (String each : line.substring(MARK.length()).trim().split(",", -1)) {
          String service = unescaped(each.trim());
          if (!service.isEmpty()) {
            services.add(service);
          }
        }
      } else if (!line.isBlank() && !line.startsWith("#")) {
        break;
      }
    }
    return services;
  }

  private static String escaped(String service) {
    StringBuilder escaped = new StringBuilder();
    for (byte each : service.getBytes(StandardCharsets.UTF_8)) {
      if (isPlain(each)) {
        escaped.append((char) each);
      } else {
        escaped.append('%').append(HEX.toHexDigits(each));
      }
    }
    return escaped.toString();
  }

  /** Empty for what is not escaped as it should be. */
  private static String unescaped(String text) {
    byte[] bytes = new byte[text.length()];
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each == '%') {
        int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
        int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
        if (high < 0 || low < 0) {
          return "";
        }
        bytes[length++] = (byte) (high * 16 + low);
        i += 2;
      } else if (isPlain(each)) {
        bytes[length++] = (byte) each;
      } else {
        return "";
      }
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static boolean isPlain(int each) {
    return (each >= '0' && each <= '9')
        || (each >= 'A' && each <= 'Z')
        || (each >= 'a' && each <= 'z')
        || (each > 0 && PLAIN.indexOf(each) >= 0);
  }
}
