package io.landbridge.document.hessian;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes Hessian by hand, references included, which no serialiser would write so. */
public final class Written {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** A byte as it is: {@code H}, {@code Z}, {@code N} and the like. */
  public Written tag(int tag) {
    bytes.write(tag);
    return this;
  }

  /** A whole number. */
  public Written number(int number) {
    return tag('I').tag(number >>> 24).tag(number >>> 16).tag(number >>> 8).tag(number);
  }

  /** The map or list that was begun as the given one, counted from 0. */
  public Written reference(int index) {
    return tag('Q').number(index);
  }

  /** A list of so many values, which follow. */
  public Written list(int length) {
    return tag('X').number(length);
  }

  /** A text of ASCII. */
  public Written text(String text) {
    tag('S').tag(text.length() >>> 8).tag(text.length());
    bytes.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    return this;
  }

  /** What was written. */
  public byte[] bytes() {
    return bytes.toByteArray();
  }
}
