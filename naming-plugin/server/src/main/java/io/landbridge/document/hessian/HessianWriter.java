package io.landbridge.document.hessian;

import java.io.ByteArrayOutputStream;
import java.util.Map;

/** Writes the little of Hessian 2 that a call without objects needs. For one thread. */
public final class HessianWriter {

  private static final int SHORT_STRING = 0x1f;
  private static final int CHUNK = 0x8000;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);

  /** Writes a string, unpaired surrogates included. */
  public HessianWriter string(String text) {
    int from = 0;
    while (text.length() - from > CHUNK) {
      // Some readers decode each chunk on its own, so a pair of surrogates stays in one.
      int to = from + CHUNK - (Character.isHighSurrogate(text.charAt(from + CHUNK - 1)) ? 1 : 0);
      chunk('R', text, from, to);
      from = to;
    }
    if (text.length() - from <= SHORT_STRING) {
      out.write(text.length() - from);
      characters(text, from, text.length());
    } else {
      chunk('S', text, from, text.length());
    }
    return this;
  }

  /** Writes a map without a type. */
  public HessianWriter map(Map<String, String> entries) {
    out.write('H');
    entries.forEach((key, value) -> string(key).string(value));
    out.write('Z');
    return this;
  }

  /** What was written. */
  public byte[] bytes() {
    return out.toByteArray();
  }

  private void chunk(char tag, String text, int from, int to) {
    out.write(tag);
    out.write((to - from) >> 8);
    out.write(to - from);
    characters(text, from, to);
  }

  /** Each char by itself: a character outside the basic plane takes twice three bytes. */
  private void characters(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        out.write(c);
      } else if (c < 0x800) {
        out.write(0xc0 | c >> 6);
        out.write(0x80 | c & 0x3f);
      } else {
        out.write(0xe0 | c >> 12);
        out.write(0x80 | c >> 6 & 0x3f);
        out.write(0x80 | c & 0x3f);
      }
    }
  }
}
