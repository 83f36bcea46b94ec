package io.landbridge.store;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * A checksum over a set of records: the sum, modulo 2^128, of one 128-bit hash per record.
 *
 * <p>A sum does not depend on the order or the history of its terms and each term can be taken out
 * again, so a member that loaded a snapshot, one that replayed the log and one that was there all
 * along come to the same value, and keeping it up to date costs two hashes per changed record. A
 * sum rather than an exclusive or, because it needs no assumption that a record never occurs twice.
 * It guards against divergence and damage, not against an attacker.
 *
 * @param high upper 64 bits
 * @param low lower 64 bits
 */
record ContentChecksum(long high, long low) {

  static final int BYTES = 16;

  /** The checksum of nothing. */
  static final ContentChecksum EMPTY = new ContentChecksum(0, 0);

  ContentChecksum plus(ContentChecksum other) {
    long sum = low + other.low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new ContentChecksum(high + other.high + carry, sum);
  }

  ContentChecksum minus(ContentChecksum other) {
    long borrow = Long.compareUnsigned(low, other.low) < 0 ? 1 : 0;
    return new ContentChecksum(high - other.high - borrow, low - other.low);
  }

  static ContentChecksum fromBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new ContentChecksum(buffer.getLong(), buffer.getLong());
  }

  byte[] toBytes() {
    return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
  }

  /** Lower-case hexadecimal, 32 digits. */
  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }
}
