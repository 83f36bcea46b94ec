package io.landbridge.record;

import com.google.protobuf.ByteString;
import io.landbridge.model.MemberId;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * An entry of the log with a signature around it, in a frame of format 2: the id of the key, the
 * signature, when the signer started and the number of the entry in that start (eight bytes each,
 * most significant first), the signer's address (its length in one byte), and the entry as it would
 * be without a signature. This layout is the same whatever the format of the entry inside.
 *
 * <p>The signature is over a text that nothing else is signed with, the nonce of the requirement it
 * is signed under, and everything behind the signature.
 */
public final class SignedEntry {

  /** How much longer a signed entry is at most. */
  public static final int MAX_OVERHEAD =
      5 + EntryKey.ID_BYTES + EntryKey.SIGNATURE_BYTES + 2 * Long.BYTES + 1 + 255;

  private static final byte FORMAT = 2;
  private static final byte[] DOMAIN =
      "landbridge signed entry".getBytes(StandardCharsets.US_ASCII);

  private final String key;
  private final byte[] signature;
  private final Signer signer;
  private final byte[] signed;
  private final byte[] inner;

  private SignedEntry(String key, byte[] signature, Signer signer, byte[] signed, byte[] inner) {
    this.key = key;
    this.signature = signature;
    this.signer = signer;
    this.signed = signed;
    this.inner = inner;
  }

  /**
   * Who has signed an entry.
   *
   * @param member the member
   * @param start when it started; grows with every start
   * @param number of the entry in that start, from 1
   */
  public record Signer(MemberId member, long start, long number) {

    /** Checks the range of the number. */
    public Signer {
      if (number < 1) {
        throw new IllegalArgumentException("entries of a start have numbers from 1");
      }
    }
  }

  /**
   * Signs an entry.
   *
   * @param key with this key
   * @param nonce of the requirement that is in force; 0 while there is none
   * @param signer who signs
   * @param entry as {@link CommandCodec} wrote it
   * @throws IllegalArgumentException if the signer's address has more than 255 bytes
   */
  public static byte[] sign(EntryKey key, long nonce, Signer signer, byte[] entry) {
    byte[] address = signer.member().address().getBytes(StandardCharsets.UTF_8);
    if (address.length > 255) {
      throw new IllegalArgumentException("the address of a member has more than 255 bytes");
    }
    byte[] signed =
        ByteBuffer.allocate(2 * Long.BYTES + 1 + address.length + entry.length)
            .putLong(signer.start())
            .putLong(signer.number())
            .put((byte) address.length)
            .put(address)
            .put(entry)
            .array();
    byte[] signature = key.sign(content(nonce, signed));
    return Frame.wrap(
        FORMAT,
        ByteBuffer.allocate(EntryKey.ID_BYTES + signature.length + signed.length)
            .put(HexFormat.of().parseHex(key.id()))
            .put(signature)
            .put(signed)
            .array());
  }

  /**
   * Takes an entry apart, without a look at its signature.
   *
   * @return empty if nobody has signed it
   * @throws UnreadableRecordException if it says that it is signed, and is damaged
   */
  public static Optional<SignedEntry> read(byte[] entry) throws UnreadableRecordException {
    if (entry.length == 0 || entry[0] != FORMAT) {
      return Optional.empty();
    }
    ByteString payload = Frame.unwrap("signed entry", entry, FORMAT);
    ByteBuffer bytes = payload.asReadOnlyByteBuffer();
    try {
      String key = HexFormat.of().formatHex(next(bytes, EntryKey.ID_BYTES));
      byte[] signature = next(bytes, EntryKey.SIGNATURE_BYTES);
      byte[] signed = next(bytes.slice(), bytes.remaining());
      long start = bytes.getLong();
      long number = bytes.getLong();
      byte[] address = next(bytes, Byte.toUnsignedInt(bytes.get()));
      Signer signer = new Signer(new MemberId(text(address)), start, number);
      return Optional.of(
          new SignedEntry(key, signature, signer, signed, next(bytes, bytes.remaining())));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw UnreadableRecordException.damaged("signed entry is damaged: " + e);
    }
  }

  private static String text(byte[] utf8) {
    String text = new String(utf8, StandardCharsets.UTF_8);
    if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), utf8)) {
      throw new IllegalArgumentException("the address of the signer is not UTF-8");
    }
    return text;
  }

  private static byte[] next(ByteBuffer bytes, int length) {
    if (bytes.remaining() < length) {
      throw new BufferUnderflowException();
    }
    byte[] part = new byte[length];
    bytes.get(part);
    return part;
  }

  private static byte[] content(long nonce, byte[] signed) {
    return ByteBuffer.allocate(DOMAIN.length + Long.BYTES + signed.length)
        .put(DOMAIN)
        .putLong(nonce)
        .put(signed)
        .array();
  }

  /** The id of the key it says it is signed with. */
  public String key() {
    return key;
  }

  /** Who says to have signed it. */
  public Signer signer() {
    return signer;
  }

  /** Whether the signature is one of that key, under the requirement with that nonce. */
  public boolean isSignedWith(EntryKey candidate, long nonce) {
    return candidate.id().equals(key) && candidate.isSignature(signature, content(nonce, signed));
  }

  /** The entry without its signature. */
  public byte[] inner() {
    return inner.clone();
  }
}
