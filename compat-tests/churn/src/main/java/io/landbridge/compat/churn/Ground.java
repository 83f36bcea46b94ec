package io.landbridge.compat.churn;

import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What all lanes share.
 *
 * @param operators by side, one for each server
 * @param addresses of the servers of the new side
 * @param clients everyone there was
 * @param bound how long anything may take until it shows on the other side
 */
record Ground(
    Map<Side, List<Operator>> operators,
    List<String> addresses,
    List<ServiceName> ephemeral,
    List<ServiceName> persistent,
    Model model,
    Results results,
    Wire wire,
    ScheduledExecutorService beats,
    Queue<Client> clients,
    Duration bound) {

  /**
   * A server of 1.x deletes after 30 s, and looks every 5 s; what beat here last may be given to
   * the other side to expire once more.
   */
  private static final Duration EXPIRY = Duration.ofSeconds(80);

  /** Whose beats are heard on this side alone for a minute is taken over from the other one. */
  private static final Duration TAKEOVER = Duration.ofSeconds(70);

  Duration expiry() {
    return EXPIRY.plus(bound);
  }

  Duration takeover() {
    return TAKEOVER.plus(bound);
  }

  ServiceName service(boolean isPersistent, Random random) {
    List<ServiceName> services = isPersistent ? persistent : ephemeral;
    return services.get(random.nextInt(services.size()));
  }

  /** Any server of a side. */
  Operator operator(Side side) {
    return servers(side).get(0);
  }

  private List<Operator> servers(Side side) {
    return operators.getOrDefault(side, List.of());
  }

  /** A client of a side, of either kind where there are two. */
  Client client(Side side, Random random, Subject subject) {
    boolean http = random.nextBoolean();
    int server = random.nextInt(servers(side).size());
    Client client =
        side == Side.OLD || http
            ? new HttpClient(servers(side).get(server).api(), subject, beats, results::forgotten)
            : new GrpcClient(wire, addresses.get(server), subject, results::lostConnection);
    clients.add(client);
    return client;
  }

  void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChurnException("interrupted");
    }
  }
}
