package io.landbridge.registry.http;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Sends requests at such a pace that the share of processor time which the server tells stays below
 * a limit. It is asked once a second, and the pace set by what the requests of that second took. It
 * begins slowly. At the slowest it is one request a second, also while others keep the server above
 * the limit: what waits always ends. Safe for use by several threads at once.
 */
public final class ProcessorLimit {

  private static final long BETWEEN_READINGS = TimeUnit.SECONDS.toNanos(1);
  private static final double FIRST = 50;
  private static final double SLOWEST = 1;
  private static final double FASTEST = 100_000;

  /** So many seconds a server that has told before may tell nothing, while it starts again. */
  private static final int SILENT_READINGS = 60;

  /** How near to the limit it goes: shares vary from second to second. */
  private static final double AIM = 0.85;

  private static final double BRAKE = 0.2;
  private static final double GAS = 1.4;

  private final double limit;
  private final LongSupplier clock;
  private final RequestRate rate;
  private double perSecond = FIRST;
  private long lastReading;
  private boolean anyReading;
  private long sent;
  private int silent;
  private double observed;
  private Readings readings = new Readings(0, 0, 0, 0, false);

  /**
   * Makes a limit.
   *
   * @param percent of all processors of the server, 1 to 99
   */
  public ProcessorLimit(int percent) {
    this(percent, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
  }

  ProcessorLimit(int percent, LongSupplier clock, RequestRate.Sleeper sleeper) {
    if (percent < 1 || percent > 99) {
      throw new IllegalArgumentException("%d percent of the CPU".formatted(percent));
    }
    this.limit = percent / 100.0;
    this.clock = clock;
    this.rate = new RequestRate((int) FIRST, clock, sleeper);
  }

  /** Asks a server. */
  @FunctionalInterface
  interface Gauge {
    Optional<ProcessorShare> read() throws RegistryException;
  }

  /**
   * What servers told so far.
   *
   * @param count how often
   * @param mean of the shares, 0 to 1
   * @param highest of them
   * @param above how often it was more than the limit
   * @param ofProcess whether all of them were of the process, not of the machine
   */
  public record Readings(int count, double mean, double highest, int above, boolean ofProcess) {

    Readings and(ProcessorShare next, double limit) {
      return new Readings(
          count + 1,
          (mean * count + next.share()) / (count + 1),
          Math.max(highest, next.share()),
          above + (next.share() > limit ? 1 : 0),
          next.ofProcess() && (ofProcess || count == 0));
    }
  }

  /** What servers told so far. */
  public synchronized Readings readings() {
    return readings;
  }

  /** Waits until the next request may be sent. */
  void await(String where, Gauge gauge) throws RegistryException {
    if (isReadingDue()) {
      Optional<ProcessorShare> share = gauge.read();
      if (share.isPresent()) {
        take(share.get());
      } else if (isSilentForLong()) {
        throw new RegistryException(
            Kind.UNAVAILABLE,
            "the server does not expose its CPU usage",
            where,
            "expose its metrics, or limit the requests per second");
      }
    }
    rate.await(where);
    synchronized (this) {
      sent++;
    }
  }

  private synchronized boolean isReadingDue() {
    long now = clock.getAsLong();
    if (anyReading && now - lastReading < BETWEEN_READINGS) {
      return false;
    }
    observed = anyReading ? sent / ((now - lastReading) / 1e9) : FIRST;
    anyReading = true;
    lastReading = now;
    sent = 0;
    return true;
  }

  /** One that has told before may be starting: until it tells again it is hardly asked. */
  private synchronized boolean isSilentForLong() {
    silent++;
    perSecond = SLOWEST;
    rate.change(perSecond);
    return readings.count() == 0 || silent > SILENT_READINGS;
  }

  private synchronized void take(ProcessorShare share) {
    silent = 0;
    readings = readings.and(share, limit);
    if (readings.count() > 1) {
      perSecond = next(perSecond, observed, share.share(), limit);
      rate.change(perSecond);
    }
  }

  /**
   * The pace of the next second.
   *
   * @param perSecond the pace of the last one
   * @param observed how many requests were sent in it, which others than the pace may have limited
   * @param share of the processors, that the server told
   * @param limit for it
   */
  static double next(double perSecond, double observed, double share, double limit) {
    double factor = Math.max(BRAKE, Math.min(GAS, limit * AIM / Math.max(share, 0.001)));
    double from = factor < 1 ? Math.min(perSecond, observed) : perSecond;
    double most = Math.max(FIRST, GAS * observed);
    return Math.max(SLOWEST, Math.min(FASTEST, Math.min(most, from * factor)));
  }
}
