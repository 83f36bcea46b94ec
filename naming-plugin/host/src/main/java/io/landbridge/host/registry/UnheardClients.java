package io.landbridge.host.registry;

import com.alibaba.nacos.naming.core.DistroMapper;
import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.impl.IpPortBasedClient;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManager;
import com.alibaba.nacos.naming.core.v2.pojo.HealthCheckInstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a member from taking clients of 1.x for silent whose beats it does not hear: those that
 * another member answers for, and, until a minute after its start, all. So each has the full time
 * to be heard here once this member becomes the one that answers for it.
 *
 * <p>Members tell each other every 5 s who has beaten. 2.2.4 does not listen when the client has
 * changed since it was first told of it (DistroClientDataProcessor keeps the revision it saw
 * first), and a member that the others do not list yet is not told at all, though it believes
 * itself to answer for its share.
 */
public final class UnheardClients implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(UnheardClients.class);

  /** How long a member may be up before all others list it. */
  static final Duration UNLISTED = Duration.ofMinutes(1);

  /** Short against the 15 s after which an instance is taken for unhealthy. */
  private static final long EVERY_SECONDS = 2;

  private static final String EPHEMERAL = IpPortBasedClient.ID_DELIMITER + "true";

  private final Supplier<? extends ClientManager> clients;
  private final Supplier<Predicate<String>> responsible;
  private final InstantSource clock;
  private final LongSupplier nanos;

  /** When the server was up, by {@link #nanos}; null while it starts, for as long as that takes. */
  private volatile @Nullable Long up;

  private final RareWarning warning = new RareWarning(LOG);
  private @Nullable ScheduledExecutorService renewing;

  /**
   * Collects what it needs.
   *
   * @param clients those of 1.x, or more
   * @param responsible whether this member answers for the client at an address
   * @param clock the server's own, with which it measures silence
   * @param nanos nanoseconds that no clock sets back
   */
  UnheardClients(
      Supplier<? extends ClientManager> clients,
      Supplier<Predicate<String>> responsible,
      InstantSource clock,
      LongSupplier nanos) {
    this.clients = clients;
    this.responsible = responsible;
    this.clock = clock;
    this.nanos = nanos;
  }

  /** The server is up: others list it within a minute. */
  public void isUp() {
    up = nanos.getAsLong();
  }

  /**
   * Begins, on a thread of its own. Throws nothing: what the server does not have is a warning.
   *
   * @param clients those of 1.x
   * @param distribution who answers for whom
   */
  public static UnheardClients start(
      Supplier<? extends ClientManager> clients, Supplier<DistroMapper> distribution) {
    UnheardClients unheard =
        new UnheardClients(
            clients,
            () -> distribution.get()::responsible,
            InstantSource.system(),
            System::nanoTime);
    ScheduledExecutorService renewing =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "landbridge-unheard-clients");
              thread.setDaemon(true);
              return thread;
            });
    unheard.renewing = renewing;
    renewing.scheduleWithFixedDelay(
        unheard::renewOrWarn, EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
    return unheard;
  }

  private void renewOrWarn() {
    try {
      renew();
    } catch (RuntimeException | Error e) {
      // Not even for want of memory: what is repeated is never repeated again after that.
      warning.warn(
          "1.x clients may be treated as silent when this member takes over their instances", e);
    }
  }

  /** Counts everyone who is not heard here as heard now. */
  void renew() {
    Instant now = clock.instant();
    Long since = up;
    Predicate<String> unheard =
        since == null || nanos.getAsLong() - since < UNLISTED.toNanos()
            ? address -> true
            : Predicate.not(responsible.get());
    ClientManager known = clients.get();
    for (String id : known.allClientId()) {
      if (id.endsWith(EPHEMERAL)
          && unheard.test(id.substring(0, id.length() - EPHEMERAL.length()))) {
        @Nullable Client client = known.getClient(id);
        if (client != null) {
          renew(client, now.toEpochMilli());
        }
      }
    }
  }

  private static void renew(Client client, long now) {
    for (Service service : client.getAllPublishedService()) {
      @Nullable InstancePublishInfo info = client.getInstancePublishInfo(service);
      if (info instanceof HealthCheckInstancePublishInfo checked) {
        checked.setLastHeartBeatTime(now);
      }
    }
  }

  @Override
  public void close() {
    ScheduledExecutorService running = renewing;
    if (running != null) {
      running.shutdownNow();
    }
  }
}
