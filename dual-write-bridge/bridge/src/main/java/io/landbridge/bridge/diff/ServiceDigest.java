package io.landbridge.bridge.diff;

import io.landbridge.registry.RegisteredInstance;
import java.nio.ByteBuffer;
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
    List<byte[]> texts = new ArrayList<>();
    add(texts, plain.ip());
    add(texts, String.valueOf(plain.port()));
    add(texts, plain.cluster());
    add(texts, String.valueOf(plain.weight()));
    for (Map.Entry<String, String> each : plain.metadata().entrySet()) {
      add(texts, each.getKey());
      add(texts, each.getValue());
    }
    int size = 1;
    for (byte[] each : texts) {
      size += Integer.BYTES + each.length;
    }
    // At once: to give them to the digest one by one takes longer than the digest itself.
    ByteBuffer all = ByteBuffer.allocate(size);
    all.put(
        (byte)
            ((plain.healthy() ? 1 : 0) | (plain.enabled() ? 2 : 0) | (plain.ephemeral() ? 4 : 0)));
    for (byte[] each : texts) {
      // With its length, so that no two different lists of texts give the same bytes.
      all.putInt(each.length).put(each);
    }
    ByteBuffer digest = ByteBuffer.wrap(sha256().digest(all.array()));
    return new ServiceDigest(digest.getLong(), digest.getLong());
  }

  private static void add(List<byte[]> texts, String text) {
    texts.add(text.getBytes(StandardCharsets.UTF_8));
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
