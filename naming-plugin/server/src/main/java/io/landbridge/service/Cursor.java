package io.landbridge.service;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * The key at which a part of a list ended, as text that goes into a URL as it is. It names the list
 * too, so that it cannot be taken for the cursor of another one.
 */
final class Cursor {

  /** In no name the server accepts. */
  private static final String SEPARATOR = "\0";

  private Cursor() {}

  static String of(String list, String... parts) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(
            (list + SEPARATOR + String.join(SEPARATOR, parts)).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The parts again.
   *
   * @throws IllegalArgumentException if the text is no cursor of this list
   */
  static List<String> parts(String cursor, String list, int count) {
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      List<String> parts = List.of(text.split(SEPARATOR, -1));
      if (parts.size() == count + 1 && parts.get(0).equals(list)) {
        return parts.subList(1, parts.size());
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "invalid 'after': pass the 'next' of the previous page, or omit 'after' to start again");
  }
}
