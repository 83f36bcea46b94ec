package io.landbridge.front.push;

import io.landbridge.front.PushData;
import io.landbridge.front.RefusedException;
import io.landbridge.model.ServiceKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Makes what is sent to subscribers. Safe for use from any thread. */
final class Packets {

  /** 1.4 compresses what is longer. */
  private static final int PLAIN_BYTES = 1_024;

  /** What fits into a datagram of IPv4; clients that get nothing ask every ten seconds. */
  private static final int MOST_BYTES = 65_507;

  private final PushData data;
  private final Consumer<Throwable> problems;
  private final AtomicLong reference = new AtomicLong(System.nanoTime() & Long.MAX_VALUE);

  /** What is the same for several subscribers of a service. */
  private record Variant(String clusters, boolean groups, String asker) {}

  /**
   * What subscribers are sent.
   *
   * @param bytes null if it cannot be sent
   * @param reference names it in an acknowledgement
   */
  record Packet(byte @Nullable [] bytes, long reference) {}

  Packets(PushData data, Consumer<Throwable> problems) {
    this.data = data;
    this.problems = problems;
  }

  /** Those of a service as it is now, made when the first is asked for. */
  OfService of(ServiceKey service) {
    return new OfService(service);
  }

  /** The packets of one service, which several subscribers share. For one thread. */
  final class OfService {

    private final ServiceKey service;
    private final Map<Variant, Packet> made = new HashMap<>();

    private OfService(ServiceKey service) {
      this.service = service;
    }

    ServiceKey service() {
      return service;
    }

    /** What a subscriber is sent. */
    Packet of(Subscription to) {
      return made.computeIfAbsent(
          variant(to, data.dependsOnAsker(service)), variant -> packet(service, variant));
    }
  }

  private static Variant variant(Subscription of, boolean each) {
    return new Variant(
        of.key().clusters(), of.key().groups(), each ? of.client().ip().getHostAddress() : "");
  }

  private Packet packet(ServiceKey service, Variant variant) {
    long number = reference.incrementAndGet();
    try {
      byte[] bytes =
          compressed(
              data.packet(service, variant.clusters(), variant.groups(), variant.asker(), number));
      return new Packet(bytes.length > MOST_BYTES ? null : bytes, number);
    } catch (RefusedException e) {
      problems.accept(e);
      return new Packet(null, number);
    }
  }

  private static byte[] compressed(byte[] bytes) {
    if (bytes.length < PLAIN_BYTES) {
      return bytes;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 4);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("bytes cannot fail to be written", e);
    }
    return out.toByteArray();
  }
}
