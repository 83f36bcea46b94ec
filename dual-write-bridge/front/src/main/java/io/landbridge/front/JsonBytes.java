package io.landbridge.front;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** Writes JSON as bytes, field by field. For one thread. */
final class JsonBytes {

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes;
  private int length;

  JsonBytes(int expected) {
    bytes = new byte[expected];
  }

  /** What the grammar needs, such as braces and names with their quotes; in ASCII. */
  @SuppressWarnings("deprecation")
  JsonBytes raw(String text) {
    ensure(text.length());
    text.getBytes(0, text.length(), bytes, length);
    length += text.length();
    return this;
  }

  JsonBytes raw(byte[] json) {
    ensure(json.length);
    System.arraycopy(json, 0, bytes, length, json.length);
    length += json.length;
    return this;
  }

  JsonBytes number(long value) {
    return raw(Long.toString(value));
  }

  /** As 1.4 writes it: {@code 1.0}; JSON has no other numbers. */
  JsonBytes number(double value) {
    return raw(Double.isFinite(value) ? Double.toString(value) : "0.0");
  }

  JsonBytes bool(boolean value) {
    return raw(value ? "true" : "false");
  }

  JsonBytes string(String text) {
    ensure(text.length() + 2);
    bytes[length++] = '"';
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each < ' ' || each == '"' || each == '\\') {
        escape((byte) each);
      } else if (each < 0x80) {
        ensure(1);
        bytes[length++] = (byte) each;
      } else {
        boolean pair =
            Character.isHighSurrogate(each)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        raw(text.substring(i, i + (pair ? 2 : 1)).getBytes(StandardCharsets.UTF_8));
        i += pair ? 1 : 0;
      }
    }
    ensure(1);
    bytes[length++] = '"';
    return this;
  }

  /** JSON as the text of a field, which UTF-8 does not change but for quotes and backslashes. */
  JsonBytes quoted(byte[] utf8) {
    ensure(utf8.length + 2);
    bytes[length++] = '"';
    for (byte each : utf8) {
      if (each >= 0 && each < ' ' || each == '"' || each == '\\') {
        escape(each);
      } else {
        ensure(1);
        bytes[length++] = each;
      }
    }
    ensure(1);
    bytes[length++] = '"';
    return this;
  }

  private void escape(byte each) {
    ensure(6);
    bytes[length++] = '\\';
    switch (each) {
      case '"', '\\' -> bytes[length++] = each;
      case '\n' -> bytes[length++] = 'n';
      case '\r' -> bytes[length++] = 'r';
      case '\t' -> bytes[length++] = 't';
      default -> {
        bytes[length++] = 'u';
        bytes[length++] = '0';
        bytes[length++] = '0';
        bytes[length++] = HEX[each >> 4];
        bytes[length++] = HEX[each & 15];
      }
    }
  }

  JsonBytes strings(Map<String, String> map) {
    raw("{");
    String separator = "";
    for (Map.Entry<String, String> each : map.entrySet()) {
      raw(separator).string(each.getKey()).raw(":").string(each.getValue());
      separator = ",";
    }
    return raw("}");
  }

  byte[] toBytes() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  private void ensure(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
