package io.landbridge.registry.diff;

import io.landbridge.registry.RegisteredInstance;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * 128 bits that tell the content of a service: the sum of a hash of each instance, so that the
 * order does not matter and one instance more or less changes it without reading the others again.
 * Two services have the same digest when {@link ServiceDiff} finds nothing, and, but for a
 * collision of SHA-256 cut to 128 bits, only then.
 *
 * @param high the upper half
 * @param low the lower half
 */
public record ServiceDigest(long high, long low) {

  /** Of a service without instances. */
  public static final ServiceDigest EMPTY = new ServiceDigest(0, 0);

  /** The digest of these instances. */
  public static ServiceDigest of(Collection<RegisteredInstance> instances) {
    ServiceDigest sum = EMPTY;
    for (RegisteredInstance each : instances) {
      sum = sum.plus(each);
    }
    return sum;
  }

  /** With one instance more. */
  public ServiceDigest plus(RegisteredInstance instance) {
    ServiceDigest other = hash(instance);
    long sum = low + other.low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new ServiceDigest(high + other.high + carry, sum);
  }

  /** With one instance less, which must be among them. */
  public ServiceDigest minus(RegisteredInstance instance) {
    ServiceDigest other = hash(instance);
    long borrow = Long.compareUnsigned(low, other.low) < 0 ? 1 : 0;
    return new ServiceDigest(high - other.high - borrow, low - other.low);
  }

  private static ServiceDigest hash(RegisteredInstance instance) {
    RegisteredInstance plain = ServiceDiff.normalised(instance);
    List<byte[]> parts = new ArrayList<>();
    add(parts, plain.ip());
    add(parts, String.valueOf(plain.port()));
    add(parts, plain.cluster());
    add(parts, String.valueOf(plain.weight()));
    int flags = (plain.healthy() ? 1 : 0) | (plain.enabled() ? 2 : 0) | (plain.ephemeral() ? 4 : 0);
    parts.add(new byte[] {(byte) flags});
    for (Map.Entry<String, String> each : plain.metadata().entrySet()) {
      add(parts, each.getKey());
      add(parts, each.getValue());
    }
    byte[] digest = sha256().digest(together(parts));
    return new ServiceDigest(number(digest, 0), number(digest, Long.BYTES));
  }

  /** With its length, so that no two different lists of texts give the same bytes. */
  private static void add(List<byte[]> parts, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = bytes.length;
    parts.add(
        new byte[] {
          (byte) (length >>> 24), (byte) (length >>> 16), (byte) (length >>> 8), (byte) length
        });
    parts.add(bytes);
  }

  /** To give them to the digest one by one takes longer than the digest itself. */
  private static byte[] together(List<byte[]> parts) {
    int size = 0;
    for (byte[] each : parts) {
      size += each.length;
    }
    byte[] all = new byte[size];
    int at = 0;
    for (byte[] each : parts) {
      System.arraycopy(each, 0, all, at, each.length);
      at += each.length;
    }
    return all;
  }

  private static long number(byte[] bytes, int from) {
    long number = 0;
    for (int i = from; i < from + Long.BYTES; i++) {
      number = number << 8 | (bytes[i] & 0xff);
    }
    return number;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /** 32 hexadecimal digits. */
  @Override
  public String toString() {
    return "%016x%016x".formatted(high, low);
  }
}
