package io.landbridge.compat.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Inputs made from others: bytes changed, cut, doubled, taken from elsewhere, and parts of them
 * repeated until they are long, which shows what is not linear and what recurses. The same for the
 * same seed. For one thread.
 */
final class Mutations {

  private static final int MOST = 16 * 1024;
  private static final int STEPS = 4;

  /** Characters and words with a meaning to parsers. */
  private static final String TOKENS =
      "{}[]()<>,;:=&%@#!|\"'\\/ \t\n\r\0-+.0123456789aeEfnrtuxZNTFHMQ$*?~^`";

  private static final List<String> TEXTS =
      List.of(
          "@@",
          "%0a",
          "%",
          "%u0041",
          "\\u0000",
          "\\ud800",
          "null",
          "true",
          "-1",
          "65536",
          "1e999",
          "NaN",
          "9223372036854775808",
          "{\"a\":",
          "[[",
          "]}",
          "!!int",
          "!!float",
          "!!binary",
          "!!timestamp",
          "&a",
          "*a",
          "? ",
          "- ",
          "---\n",
          "\u202e",
          "\ufeff",
          "\ud83d\ude00",
          "a\u0301",
          "..",
          "DEFAULT_GROUP@@",
          "providers:",
          "##",
          "\n# ");

  private final Random random;
  private final List<byte[]> seeds;

  Mutations(long seed, List<byte[]> seeds) {
    this.random = new Random(seed);
    this.seeds = seeds.isEmpty() ? List.of(new byte[0]) : seeds;
  }

  /** The next one, of a length near that of what it is made from. */
  byte[] next() {
    byte[] input = any();
    for (int left = 1 + random.nextInt(STEPS); left > 0; left--) {
      input = step(input);
    }
    return input.length <= MOST ? input : part(input, 0, MOST);
  }

  /**
   * A part of an input over and over, with what was around it.
   *
   * @param length how long it is to be, about
   */
  byte[] swollen(int length) {
    byte[] input = any();
    int from = random.nextInt(input.length + 1);
    int to = Math.min(input.length, from + 1 + random.nextInt(random.nextBoolean() ? 4 : 64));
    byte[] repeated =
        from == to
            ? new byte[] {(byte) TOKENS.charAt(random.nextInt(TOKENS.length()))}
            : part(input, from, to);
    ByteArrayOutputStream out = new ByteArrayOutputStream(length + input.length);
    out.write(input, 0, from);
    while (out.size() < length) {
      out.writeBytes(repeated);
    }
    out.write(input, to, input.length - to);
    return out.toByteArray();
  }

  private byte[] any() {
    return seeds.get(random.nextInt(seeds.size()));
  }

  private byte[] step(byte[] input) {
    int at = random.nextInt(input.length + 1);
    int end = Math.min(input.length, at + 1 + random.nextInt(16));
    return switch (random.nextInt(9)) {
      case 0 -> replaced(input, at, end, new byte[0]);
      case 1 -> replaced(input, at, at, part(input, at, end));
      case 2 -> part(input, 0, at);
      case 3 -> replaced(input, at, at, text());
      case 4 -> replaced(input, at, end, text());
      case 5 -> {
        byte[] other = any();
        int from = random.nextInt(other.length + 1);
        yield replaced(input, at, input.length, part(other, from, other.length));
      }
      case 6 -> {
        byte[] other = any();
        int from = random.nextInt(other.length + 1);
        int to = Math.min(other.length, from + random.nextInt(32));
        yield replaced(input, at, end, part(other, from, to));
      }
      default -> changed(input);
    };
  }

  private byte[] text() {
    if (random.nextBoolean()) {
      return new byte[] {(byte) TOKENS.charAt(random.nextInt(TOKENS.length()))};
    }
    return TEXTS.get(random.nextInt(TEXTS.size())).getBytes(StandardCharsets.UTF_8);
  }

  private byte[] changed(byte[] input) {
    byte[] copy = input.clone();
    for (int left = 1 + random.nextInt(3); left > 0 && copy.length > 0; left--) {
      int at = random.nextInt(copy.length);
      copy[at] =
          switch (random.nextInt(3)) {
            case 0 -> (byte) (copy[at] ^ 1 << random.nextInt(8));
            case 1 -> (byte) random.nextInt();
            default -> (byte) (copy[at] + random.nextInt(5) - 2);
          };
    }
    return copy;
  }

  private static byte[] replaced(byte[] input, int from, int to, byte[] by) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(input.length + by.length);
    out.write(input, 0, from);
    out.writeBytes(by);
    out.write(input, to, input.length - to);
    return out.toByteArray();
  }

  private static byte[] part(byte[] input, int from, int to) {
    return Arrays.copyOfRange(input, from, to);
  }
}
