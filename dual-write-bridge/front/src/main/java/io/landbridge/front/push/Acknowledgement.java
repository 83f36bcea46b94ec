package io.landbridge.front.push;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what clients answer to a push: {@code {"type":"push-ack","lastRefTime":"123","data":""}},
 * the number with quotes or without.
 */
final class Acknowledgement {

  private static final Pattern REFERENCE =
      Pattern.compile("\"lastRefTime\"\\s*:\\s*\"?(\\d{1,19})\"?");

  private Acknowledgement() {}

  /** The reference in it; empty when it is something else. */
  static OptionalLong reference(byte[] datagram, int length) {
    String text = new String(datagram, 0, length, StandardCharsets.UTF_8);
    Matcher reference = REFERENCE.matcher(text);
    if (!text.contains("push-ack") || !reference.find()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(reference.group(1)));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
