package io.landbridge.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An address of IPv4 or IPv6 as its bytes. Read without ever asking a name service, in time
 * proportional to the text. An address of IPv4 in the form of IPv6 is one of IPv4.
 */
public final class IpAddress {

  /** The longest text that is one, with brackets. */
  static final int LONGEST = 47;

  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;
  private static final int GROUPS = 8;

  /** Of an address of IPv4 in the form of IPv6: 80 bits of 0, 16 of 1. */
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

  /** Of one that a gateway translates, by the well-known prefix of NAT64. */
  private static final byte[] TRANSLATED = {0, 0x64, -1, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};

  private static final byte[] COMPATIBLE = new byte[IPV6_BYTES - IPV4_BYTES];

  private final byte[] bytes;

  private IpAddress(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Makes an address.
   *
   * @param bytes four or sixteen, the highest first; copied
   * @throws IllegalArgumentException if there are others
   */
  public static IpAddress of(byte[] bytes) {
    if (bytes.length != IPV4_BYTES && bytes.length != IPV6_BYTES) {
      throw new IllegalArgumentException("an address has 4 or 16 bytes, not " + bytes.length);
    }
    return new IpAddress(
        startsWith(bytes, MAPPED)
            ? Arrays.copyOfRange(bytes, MAPPED.length, IPV6_BYTES)
            : bytes.clone());
  }

  /**
   * Reads an address.
   *
   * @param text such as {@code 10.0.0.1}, {@code fd00::1} or {@code [fd00::1]}; no name, no scope
   * @return empty if it is none
   */
  public static Optional<IpAddress> parse(String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    boolean bracketed = text.startsWith("[") && text.endsWith("]");
    String plain = bracketed ? text.substring(1, text.length() - 1) : text;
    byte[] bytes = plain.indexOf(':') < 0 && !bracketed ? ipv4(plain) : ipv6(plain);
    return bytes.length == 0 ? Optional.empty() : Optional.of(of(bytes));
  }

  private static byte[] ipv4(String text) {
    List<String> parts = parts(text, '.');
    byte[] bytes = new byte[IPV4_BYTES];
    if (parts.size() != IPV4_BYTES) {
      return new byte[0];
    }
    for (int i = 0; i < IPV4_BYTES; i++) {
      int value = number(parts.get(i), 10, 3);
      if (value < 0 || value > 255) {
        return new byte[0];
      }
      bytes[i] = (byte) value;
    }
    return bytes;
  }

  private static byte[] ipv6(String text) {
    int gap = text.indexOf("::");
    if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
      return new byte[0];
    }
    if (gap < 0) {
      byte[] whole = groups(text);
      return whole.length == IPV6_BYTES ? whole : new byte[0];
    }
    String before = text.substring(0, gap);
    String after = text.substring(gap + 2);
    byte[] head = groups(before);
    byte[] tail = groups(after);
    boolean malformed =
        head.length == 0 && !before.isEmpty()
            || tail.length == 0 && !after.isEmpty()
            || before.indexOf('.') >= 0
            || head.length + tail.length > IPV6_BYTES - 2;
    if (malformed) {
      return new byte[0];
    }
    byte[] bytes = new byte[IPV6_BYTES];
    System.arraycopy(head, 0, bytes, 0, head.length);
    System.arraycopy(tail, 0, bytes, IPV6_BYTES - tail.length, tail.length);
    return bytes;
  }

  /** The last may be an address of IPv4; nothing if one is malformed. */
  private static byte[] groups(String text) {
    List<String> parts = text.isEmpty() ? List.of() : parts(text, ':');
    byte[] bytes = new byte[IPV6_BYTES];
    int length = 0;
    for (int i = 0; i < parts.size(); i++) {
      boolean last = i == parts.size() - 1;
      byte[] four = last && parts.get(i).indexOf('.') >= 0 ? ipv4(parts.get(i)) : new byte[0];
      int value = number(parts.get(i), 16, 4);
      if (four.length == 0 && value < 0 || length + Math.max(2, four.length) > IPV6_BYTES) {
        return new byte[0];
      }
      if (four.length > 0) {
        System.arraycopy(four, 0, bytes, length, IPV4_BYTES);
        length += IPV4_BYTES;
      } else {
        bytes[length++] = (byte) (value >> 8);
        bytes[length++] = (byte) value;
      }
    }
    return Arrays.copyOf(bytes, length);
  }

  /** More than there may be are not looked at. */
  private static List<String> parts(String text, char delimiter) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int to = text.indexOf(delimiter); to >= 0 && parts.size() <= GROUPS; ) {
      parts.add(text.substring(from, to));
      from = to + 1;
      to = text.indexOf(delimiter, from);
    }
    parts.add(text.substring(from));
    return parts;
  }

  private static int number(String text, int radix, int digits) {
    if (text.isEmpty() || text.length() > digits) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      int digit = each < 0x80 ? Character.digit(each, radix) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value * radix + digit;
    }
    return value;
  }

  /** The bytes, the highest first; a copy. */
  public byte[] bytes() {
    return bytes.clone();
  }

  int bits() {
    return bytes.length * Byte.SIZE;
  }

  /**
   * The address of IPv4 that a packet to this one of IPv6 may end at: behind a gateway, or in the
   * forms that were meant for the change from one to the other.
   */
  public Optional<IpAddress> inside() {
    if (bytes.length == IPV4_BYTES) {
      return Optional.empty();
    }
    if (bytes[0] == 0x20 && bytes[1] == 0x02) {
      return Optional.of(of(Arrays.copyOfRange(bytes, 2, 2 + IPV4_BYTES)));
    }
    boolean last =
        startsWith(bytes, TRANSLATED)
            // Neither the unspecified address nor that of the host itself.
            || startsWith(bytes, COMPATIBLE) && (bytes[12] != 0 || bytes[13] != 0);
    return last
        ? Optional.of(of(Arrays.copyOfRange(bytes, IPV6_BYTES - IPV4_BYTES, IPV6_BYTES)))
        : Optional.empty();
  }

  boolean sharesPrefix(IpAddress other, int length) {
    if (bytes.length != other.bytes.length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      int mask = 0x80 >> i % Byte.SIZE;
      if (((bytes[i / Byte.SIZE] ^ other.bytes[i / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length == IPV6_BYTES
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IpAddress address && Arrays.equals(bytes, address.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** As it may be read again; of IPv6 without shortening. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes.length == IPV4_BYTES) {
        text.append(i == 0 ? "" : ".").append(bytes[i] & 0xff);
      } else if (i % 2 == 0) {
        text.append(i == 0 ? "" : ":")
            .append(Integer.toHexString((bytes[i] & 0xff) << 8 | bytes[i + 1] & 0xff));
      }
    }
    return text.toString();
  }
}
