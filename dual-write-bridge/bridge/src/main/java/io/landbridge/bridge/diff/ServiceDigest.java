package io.landbridge.bridge.diff;

import io.landbridge.registry.RegisteredInstance;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collection;
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
    Hash hash = new Hash();
    for (RegisteredInstance each : instances) {
      sum = sum.plus(hash.of(each));
    }
    return sum;
  }

  /** With one instance more. */
  public ServiceDigest plus(RegisteredInstance instance) {
    return plus(new Hash().of(instance));
  }

  private ServiceDigest plus(ServiceDigest other) {
    long sum = low + other.low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new ServiceDigest(high + other.high + carry, sum);
  }

  /** With one instance less, which must be among them. */
  public ServiceDigest minus(RegisteredInstance instance) {
    ServiceDigest other = new Hash().of(instance);
    long borrow = Long.compareUnsigned(low, other.low) < 0 ? 1 : 0;
    return new ServiceDigest(high - other.high - borrow, low - other.low);
  }

  /**
   * Of one instance after the other. The bytes of each are collected first: to give them to the
   * digest one field at a time takes longer than the digest itself.
   */
  private static final class Hash {

    private static final int USUAL_BYTES = 2_048;

    private final MessageDigest digest = sha256();
    private byte[] bytes = new byte[USUAL_BYTES];
    private int length;

    ServiceDigest of(RegisteredInstance instance) {
      RegisteredInstance plain = ServiceDiff.normalised(instance);
      length = 0;
      add(plain.ip());
      add(String.valueOf(plain.port()));
      add(plain.cluster());
      add(String.valueOf(plain.weight()));
      room(1);
      bytes[length++] =
          (byte)
              ((plain.healthy() ? 1 : 0) | (plain.enabled() ? 2 : 0) | (plain.ephemeral() ? 4 : 0));
      for (Map.Entry<String, String> each : plain.metadata().entrySet()) {
        add(each.getKey());
        add(each.getValue());
      }
      digest.update(bytes, 0, length);
      byte[] hash = digest.digest();
      return new ServiceDigest(number(hash, 0), number(hash, Long.BYTES));
    }

    /** With its length, so that no two different lists of texts give the same bytes. */
    private void add(String text) {
      byte[] added = text.getBytes(StandardCharsets.UTF_8);
      room(Integer.BYTES + added.length);
      for (int shift = 24; shift >= 0; shift -= 8) {
        bytes[length++] = (byte) (added.length >>> shift);
      }
      System.arraycopy(added, 0, bytes, length, added.length);
      length += added.length;
    }

    private void room(int more) {
      if (bytes.length - length < more) {
        bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
      }
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
  }

  /** 32 hexadecimal digits. */
  @Override
  public String toString() {
    return "%016x%016x".formatted(high, low);
  }
}
