package io.landbridge.view.derived;

import java.util.SortedMap;

/**
 * FNV-1a, in steps of a number instead of a byte, and with its high bits folded back. For one
 * thread.
 */
public final class Fingerprint {

  private static final long START = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private long value = START;

  /** Mixes a text in. */
  public void mix(String text) {
    for (int i = 0; i < text.length(); i++) {
      mix(text.charAt(i));
    }
    // What no character is, so that no text runs into the next.
    mix(-1);
  }

  /** Mixes the keys and texts of a map in. */
  public void mix(SortedMap<String, String> map) {
    map.forEach(
        (key, text) -> {
          mix(key);
          mix(text);
        });
    mix(map.size());
  }

  /** Mixes a number in. */
  public void mix(long number) {
    mix((int) number);
    mix((int) (number >>> 32));
  }

  /** Mixes a number in. */
  public void mix(int number) {
    long mixed = (value ^ number) * PRIME;
    value = mixed ^ (mixed >>> 32);
  }

  /** The fingerprint of what was mixed in. */
  public long value() {
    return value;
  }
}
