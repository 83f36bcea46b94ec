package io.landbridge.host.view;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** JSON that was written before, for Jackson 2. */
final class WrittenJson extends RawJson implements SerializableString {

  WrittenJson(byte[] utf8) {
    super(utf8);
  }

  private SerializedString text() {
    return new SerializedString(getValue());
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
