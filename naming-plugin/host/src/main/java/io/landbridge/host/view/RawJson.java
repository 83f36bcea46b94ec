package io.landbridge.host.view;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * JSON as the bytes it was written as, which is what pushes are made of; it is text only for who
 * writes text. To be written raw: it is not the content of a JSON string. What both generations of
 * Jackson ask of it.
 */
abstract class RawJson {

  private final byte[] utf8;

  /**
   * Wraps it.
   *
   * @param utf8 is not copied, and not to be changed
   */
  RawJson(byte[] utf8) {
    this.utf8 = utf8;
  }

  /** It as text, made anew each time. */
  public String getValue() {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  /** The length of the text. */
  public int charLength() {
    return getValue().length();
  }

  /** The bytes themselves, not to be changed. */
  public byte[] asUnquotedUTF8() {
    return utf8;
  }

  /** Copies it into an array; -1 if it does not fit. */
  public int appendUnquotedUTF8(byte[] buffer, int offset) {
    if (utf8.length > buffer.length - offset) {
      return -1;
    }
    System.arraycopy(utf8, 0, buffer, offset, utf8.length);
    return utf8.length;
  }

  /** Writes it. */
  public int writeUnquotedUTF8(OutputStream out) throws IOException {
    out.write(utf8);
    return utf8.length;
  }

  /** Puts it into a buffer; -1 if it does not fit. */
  public int putUnquotedUTF8(ByteBuffer buffer) {
    if (utf8.length > buffer.remaining()) {
      return -1;
    }
    buffer.put(utf8);
    return utf8.length;
  }
}
