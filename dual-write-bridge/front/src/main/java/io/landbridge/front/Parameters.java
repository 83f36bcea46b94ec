package io.landbridge.front;

import static io.landbridge.front.RefusedException.malformed;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request: those of its query, and behind them those of its form. The first of
 * a name counts; names are compared as they are, values are decoded when they are read into this.
 *
 * <p>A request has ten of them, for which looking at each is quicker than a table.
 */
public final class Parameters {

  /** More than any client sends. */
  private static final int MOST = 64;

  private String[] names = new String[12];
  private String[] values = new String[12];
  private int count;

  private Parameters() {}

  /**
   * Reads parameters.
   *
   * @param query the query of the address, without question mark
   * @param form the body of a request that has {@code application/x-www-form-urlencoded} for one;
   *     empty for others
   * @throws RefusedException if there are more than 64
   */
  public static Parameters of(@Nullable String query, String form) throws RefusedException {
    Parameters parameters = new Parameters();
    if (query != null) {
      parameters.read(query);
    }
    parameters.read(form);
    return parameters;
  }

  private void read(String text) throws RefusedException {
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('&', from);
      end = end < 0 ? text.length() : end;
      if (end > from) {
        // Not beyond the parameter: that would be the whole text for each of them.
        int equals = from;
        while (equals < end && text.charAt(equals) != '=') {
          equals++;
        }
        boolean hasValue = equals < end;
        add(
            decode(text, from, hasValue ? equals : end),
            hasValue ? decode(text, equals + 1, end) : "");
      }
      from = end + 1;
    }
  }

  private void add(String name, String value) throws RefusedException {
    if (count == MOST) {
      throw malformed("more than " + MOST + " parameters");
    }
    if (count == names.length) {
      names = Arrays.copyOf(names, MOST);
      values = Arrays.copyOf(values, MOST);
    }
    names[count] = name;
    values[count++] = value;
  }

  /** What is no escape stays as it is. */
  private static String decode(String text, int from, int to) {
    int at = from;
    while (at < to && text.charAt(at) != '%' && text.charAt(at) != '+') {
      at++;
    }
    if (at == to) {
      return text.substring(from, to);
    }
    byte[] bytes = new byte[(to - from) * 3];
    int length = 0;
    for (at = from; at < to; at++) {
      char each = text.charAt(at);
      int high = each == '%' && at + 2 < to ? Character.digit(text.charAt(at + 1), 16) : -1;
      int low = high >= 0 ? Character.digit(text.charAt(at + 2), 16) : -1;
      if (low >= 0) {
        bytes[length++] = (byte) (high << 4 | low);
        at += 2;
      } else if (each < 0x80) {
        bytes[length++] = (byte) (each == '+' ? ' ' : each);
      } else {
        byte[] more = String.valueOf(each).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
      }
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** Decodes a text that was encoded twice. */
  public static String decode(String text) {
    return decode(text, 0, text.length());
  }

  /**
   * A parameter as it was sent.
   *
   * @return null if there is none
   */
  public @Nullable String get(String name) {
    for (int i = 0; i < count; i++) {
      if (names[i].equals(name)) {
        return values[i];
      }
    }
    return null;
  }

  /** The names, each once for every time it was sent. */
  public List<String> names() {
    return List.of(Arrays.copyOf(names, count));
  }

  /** A parameter without spaces around it; the default if it is absent or blank. */
  public String optional(String name, String otherwise) {
    @Nullable String value = get(name);
    return value == null || value.isBlank() ? otherwise : value.trim();
  }

  String required(String name) throws RefusedException {
    @Nullable String value = get(name);
    if (value == null || value.isEmpty()) {
      throw malformed("Param '" + name + "' is required.");
    }
    return value.trim();
  }

  int number(String name, int otherwise) throws RefusedException {
    @Nullable String value = get(name);
    return value == null || value.isBlank() ? otherwise : number(value.trim());
  }

  static int number(String value) throws RefusedException {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw malformed("For input string: \"" + value + "\"");
    }
  }

  /** A required number; 0 for what is none, as 1.4 reads the numbers of pages. */
  int requiredNumberOrZero(String name) throws RefusedException {
    try {
      return Integer.parseInt(required(name));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** The spellings of true that 1.4 knows; anything else is false. */
  boolean isTrue(String name, boolean otherwise) {
    return switch (optional(name, otherwise ? "true" : "false").toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on", "y", "t" -> true;
      default -> false;
    };
  }
}
