package io.landbridge.document;

import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Finds the address of a host in limited time. The JDK waits for a name server for as long as that
 * takes, whoever interrupts it, so names are looked up on threads of their own: a few at once, and
 * none is waited for longer than agreed. The threads end by themselves when there is nothing to do.
 * Safe for use from any thread.
 */
final class HostNames {

  /** More than ask at once, so that those given up on are not at once in the way of others. */
  private static final int LOOKUPS = 8;

  private static final long IDLE_SECONDS = 10;

  /** Looks up one name, in any time. */
  @FunctionalInterface
  interface Lookup {
    InetAddress find(String host) throws UnknownHostException;
  }

  private final Lookup lookup;
  private final ExecutorService threads =
      new ThreadPoolExecutor(
          0, LOOKUPS, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), HostNames::thread);

  HostNames() {
    this(InetAddress::getByName);
  }

  HostNames(Lookup lookup) {
    this.lookup = lookup;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "landbridge-names");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Finds an address; at once if the host is one.
   *
   * @param host name or address
   * @param time how long that may take
   * @throws FetchException if nobody knows the name, or not in time
   */
  InetAddress find(String host, Duration time) throws FetchException, InterruptedException {
    if (InetAddresses.isInetAddress(host)) {
      return InetAddresses.forString(host);
    }
    Future<InetAddress> found;
    try {
      found = threads.submit(() -> lookup.find(host));
    } catch (RejectedExecutionException e) {
      throw new FetchException(
          Reason.UNREACHABLE,
          ("the provider's address %s is not resolved: this server's name service has %d unanswered"
                  + " queries")
              .formatted(FetchException.quote(host), LOOKUPS),
          e);
    }
    try {
      return found.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new FetchException(
          Reason.UNREACHABLE,
          ("the provider's address %s was not resolved within %d ms; check this server's name"
                  + " service")
              .formatted(FetchException.quote(host), time.toMillis()),
          e);
    } catch (ExecutionException e) {
      throw new FetchException(
          Reason.UNREACHABLE,
          "the provider's address cannot be resolved: " + FetchException.quote(host),
          e);
    } finally {
      found.cancel(true);
    }
  }
}
