package io.landbridge.record;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What every record is wrapped in: one byte format version, four bytes CRC-32C of the version and
 * the payload, the payload.
 *
 * <p>The version comes first and the checksum covers it, so that a record of a newer format is told
 * apart from a damaged one without knowing the newer format. This layout is the same in all
 * versions.
 */
final class Frame {

  /** The format version of nearly all records; 1 to 127. */
  static final byte FORMAT = 1;

  /**
   * The format version of switches with an audience, and of what encloses such a switch; in all
   * other records it is a newer one. Format 2 is that of signed entries.
   */
  static final byte AUDIENCES = 3;

  private static final int HEADER_BYTES = 5;

  private Frame() {}

  static byte[] wrap(MessageLite payload) {
    return wrap(FORMAT, payload.toByteArray());
  }

  static byte[] wrap(byte format, byte[] payload) {
    return ByteBuffer.allocate(HEADER_BYTES + payload.length)
        .put(format)
        .putInt(checksum(format, payload, 0))
        .put(payload)
        .array();
  }

  /**
   * Takes the payload out.
   *
   * @param what the record, for the message
   */
  static ByteString unwrap(String what, byte[] frame) throws UnreadableRecordException {
    return unwrap(what, frame, FORMAT);
  }

  /**
   * Takes the payload out.
   *
   * @param what the record, for the message
   * @param newest the newest format there is of it
   */
  static ByteString unwrap(String what, byte[] frame, byte newest)
      throws UnreadableRecordException {
    if (frame.length < HEADER_BYTES) {
      throw UnreadableRecordException.damaged(
          what + " is damaged: " + frame.length + " bytes are too few");
    }
    ByteBuffer header = ByteBuffer.wrap(frame);
    byte format = header.get();
    if (header.getInt() != checksum(format, frame, HEADER_BYTES)) {
      throw UnreadableRecordException.damaged(what + " is damaged: its checksum is wrong");
    }
    if (format > newest) {
      throw UnreadableRecordException.newer(
          "%s has format %d; this member reads up to %d: install the newer plugin on it"
              .formatted(what, format, newest));
    }
    if (format < 1) {
      throw UnreadableRecordException.damaged(what + " is damaged: there is no format " + format);
    }
    return ByteString.copyFrom(frame, HEADER_BYTES, frame.length - HEADER_BYTES);
  }

  /** The format of a record, whatever else is in it; 0 if it is empty. */
  static byte formatOf(byte[] frame) {
    return frame.length == 0 ? 0 : frame[0];
  }

  private static int checksum(byte format, byte[] bytes, int offset) {
    CRC32C crc = new CRC32C();
    crc.update(format);
    crc.update(bytes, offset, bytes.length - offset);
    return (int) crc.getValue();
  }
}
