package io.landbridge.record;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.landbridge.record.wire.Wire;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The bytes of a document in an entry of the log. What a process with hundreds of interfaces says
 * of them is much the same of each, so that a large document is deflated: the limit of an entry is
 * one for what is sent. A document as it is begins with the tag of a field; a deflated one begins
 * with a zero, which is no tag.
 */
final class EnclosedBytes {

  /** Smaller ones fit as they are, and need no time. */
  private static final int DEFLATED_FROM = 64 * 1024;

  /** The largest document that is read, in bytes before it was deflated. */
  static final int MAX_BYTES = 16 * 1024 * 1024;

  private static final byte DEFLATED = 0;

  private EnclosedBytes() {}

  static ByteString of(Wire.Document document) {
    byte[] plain = document.toByteArray();
    if (plain.length < DEFLATED_FROM || plain.length > MAX_BYTES) {
      return ByteString.copyFrom(plain);
    }
    byte[] deflated = deflate(plain);
    return ByteString.copyFrom(deflated.length < plain.length ? deflated : plain);
  }

  private static byte[] deflate(byte[] plain) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(plain);
      deflater.finish();
      byte[] deflated = new byte[plain.length];
      deflated[0] = DEFLATED;
      int length = 1;
      while (!deflater.finished() && length < deflated.length) {
        length += deflater.deflate(deflated, length, deflated.length - length);
      }
      // What does not become smaller stays as it is.
      return deflater.finished() ? Arrays.copyOf(deflated, length) : plain;
    } finally {
      deflater.end();
    }
  }

  /**
   * The bytes of the document itself.
   *
   * @throws InvalidProtocolBufferException if they are damaged, or too many
   */
  static ByteString plain(ByteString enclosed) throws InvalidProtocolBufferException {
    if (enclosed.isEmpty() || enclosed.byteAt(0) != DEFLATED) {
      return enclosed;
    }
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(enclosed.substring(1).toByteArray());
      byte[] plain = new byte[Math.min(MAX_BYTES, 16 * enclosed.size())];
      int length = 0;
      while (!inflater.finished()) {
        int more = inflater.inflate(plain, length, plain.length - length);
        length += more;
        if (length == plain.length && !inflater.finished()) {
          if (length >= MAX_BYTES) {
            throw new InvalidProtocolBufferException("a document has more than 16 MiB");
          }
          plain = Arrays.copyOf(plain, Math.min(MAX_BYTES, 2 * length));
        } else if (more == 0 && !inflater.finished()) {
          throw new InvalidProtocolBufferException("a deflated document ends too early");
        }
      }
      return ByteString.copyFrom(plain, 0, length);
    } catch (DataFormatException e) {
      throw new InvalidProtocolBufferException("a deflated document is damaged");
    } finally {
      inflater.end();
    }
  }
}
