package io.landbridge.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What the database says of itself, written with every command.
 *
 * @param format version of keys, families and values, 1 or more
 * @param applied number of commands counted
 * @param checksum of the content
 */
record Meta(int format, long applied, ContentChecksum checksum) {

  /** The format this program writes while entries need not be signed. */
  static final int FORMAT = 1;

  /**
   * The format while they must be, and the newest this program loads. Nothing but what is required
   * is different; the number keeps a member from loading it that does not know of signatures.
   */
  static final int SIGNED = 2;

  /** An empty database. */
  static final Meta EMPTY = new Meta(FORMAT, 0, ContentChecksum.EMPTY);

  private static final int BYTES = Integer.BYTES + Long.BYTES + ContentChecksum.BYTES;

  static byte[] key() {
    return "meta".getBytes(StandardCharsets.US_ASCII);
  }

  Meta next(ContentChecksum newChecksum, boolean signed) {
    return new Meta(signed ? SIGNED : FORMAT, applied + 1, newChecksum);
  }

  /** The format comes first, so that it can be told whatever follows it. */
  byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .putInt(format)
        .putLong(applied)
        .put(checksum.toBytes())
        .array();
  }

  static int formatOf(byte[] bytes) {
    return bytes.length < Integer.BYTES ? 0 : ByteBuffer.wrap(bytes).getInt();
  }

  /**
   * Reads what {@link #toBytes} wrote.
   *
   * @throws StoreException if it is not of this format
   */
  static Meta fromBytes(byte[] bytes) {
    int format = formatOf(bytes);
    if (format > SIGNED) {
      throw new StoreException(
          "it has format %d; this member reads up to %d: install the newer plugin on it"
              .formatted(format, SIGNED));
    }
    if (format < 1 || bytes.length != BYTES) {
      throw new StoreException("its format is missing");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes, Integer.BYTES, BYTES - Integer.BYTES);
    long applied = buffer.getLong();
    byte[] checksum = new byte[ContentChecksum.BYTES];
    buffer.get(checksum);
    return new Meta(format, applied, ContentChecksum.fromBytes(checksum));
  }
}
