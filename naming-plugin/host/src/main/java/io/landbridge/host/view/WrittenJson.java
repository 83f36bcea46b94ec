package io.landbridge.host.view;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * JSON as the bytes it was written as, which is what pushes are made of; it is text only for who
 * writes text. To be written raw: it is not the content of a JSON string.
 */
class WrittenJson implements SerializableString {

  private final byte[] utf8;

  /**
   * Wraps it.
   *
   * @param utf8 is not copied, and not to be changed
   */
  WrittenJson(byte[] utf8) {
    this.utf8 = utf8;
  }

  @Override
  public String getValue() {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  @Override
  public byte[] asUnquotedUTF8() {
    return utf8;
  }

  @Override
  public int appendUnquotedUTF8(byte[] buffer, int offset) {
    if (utf8.length > buffer.length - offset) {
      return -1;
    }
    System.arraycopy(utf8, 0, buffer, offset, utf8.length);
    return utf8.length;
  }

  @Override
  public int writeUnquotedUTF8(OutputStream out) throws IOException {
    out.write(utf8);
    return utf8.length;
  }

  @Override
  public int putUnquotedUTF8(ByteBuffer buffer) {
    if (utf8.length > buffer.remaining()) {
      return -1;
    }
    buffer.put(utf8);
    return utf8.length;
  }

  private SerializedString text() {
    return new SerializedString(getValue());
  }

  @Override
  public int charLength() {
    return getValue().length();
  }

  @Override
  public char[] asQuotedChars() {
    return text().asQuotedChars();
  }

  @Override
  public byte[] asQuotedUTF8() {
    return text().asQuotedUTF8();
  }

  @Override
  public int appendQuotedUTF8(byte[] buffer, int offset) {
    return text().appendQuotedUTF8(buffer, offset);
  }

  @Override
  public int appendQuoted(char[] buffer, int offset) {
    return text().appendQuoted(buffer, offset);
  }

  @Override
  public int appendUnquoted(char[] buffer, int offset) {
    return text().appendUnquoted(buffer, offset);
  }

  @Override
  public int writeQuotedUTF8(OutputStream out) throws IOException {
    return text().writeQuotedUTF8(out);
  }

  @Override
  public int putQuotedUTF8(ByteBuffer buffer) throws IOException {
    return text().putQuotedUTF8(buffer);
  }
}
