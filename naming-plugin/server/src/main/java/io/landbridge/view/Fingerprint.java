package io.landbridge.view;

import java.util.SortedMap;

/**
 * FNV-1a, in steps of a number instead of a byte, and with its high bits folded back. For one
 * thread.
 */
final class Fingerprint {

  private static final long START = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private long value = START;

  void mix(String text) {
    for (int i = 0; i < text.length(); i++) {
      mix(text.charAt(i));
    }
    // What no character is, so that no text runs into the next.
    mix(-1);
  }

  void mix(SortedMap<String, String> map) {
    map.forEach(
        (key, text) -> {
          mix(key);
          mix(text);
        });
    mix(map.size());
  }

  void mix(long number) {
    mix((int) number);
    mix((int) (number >>> 32));
  }

  void mix(int number) {
    long mixed = (value ^ number) * PRIME;
    value = mixed ^ (mixed >>> 32);
  }

  long value() {
    return value;
  }
}
