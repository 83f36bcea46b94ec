package io.landbridge.store;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The term of one record in a {@link ContentChecksum}: the first half of the SHA-256 of family, key
 * and value. Kept and used again, because looking the algorithm up costs as much as hashing a
 * record. Of one thread.
 */
final class RecordHash {

  private final MessageDigest sha;
  private final ByteBuffer header = ByteBuffer.allocate(1 + Integer.BYTES);

  RecordHash() {
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  ContentChecksum of(Family family, byte[] key, byte[] value) {
    sha.reset();
    // The length of the key, so that no other division of the same bytes gives the same term.
    sha.update(header.clear().put((byte) family.ordinal()).putInt(key.length).array());
    sha.update(key);
    sha.update(value);
    return ContentChecksum.fromBytes(sha.digest());
  }
}
