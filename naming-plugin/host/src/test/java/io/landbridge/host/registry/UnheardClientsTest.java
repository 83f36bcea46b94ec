package io.landbridge.host.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.impl.IpPortBasedClient;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManager;
import com.alibaba.nacos.naming.core.v2.pojo.HealthCheckInstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On the server's own clients. */
class UnheardClientsTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Service ORDERS = Service.newService("public", "DEFAULT_GROUP", "orders");
  private static final Service PRICES = Service.newService("public", "DEFAULT_GROUP", "prices");
  private static final String MINE = "192.0.2.1:20880";
  private static final String THEIRS = "192.0.2.2:20880";

  private final Map<String, Client> clients = new LinkedHashMap<>();
  private Instant now = START;
  private Duration setBack = Duration.ZERO;
  private String responsible = MINE;
  private final UnheardClients unheard =
      new UnheardClients(
          this::manager,
          () -> responsible::equals,
          () -> now,
          () -> TimeUnit.MILLISECONDS.toNanos(now.plus(setBack).toEpochMilli()));

  @BeforeEach
  void up() {
    unheard.isUp();
  }

  /** However long that takes: on a slow machine longer than anybody may be silent. */
  @Test
  void whileTheServerStartsEverybodyIsHeardElsewhere() {
    register(MINE, ORDERS);
    UnheardClients starting =
        new UnheardClients(
            this::manager,
            () -> responsible::equals,
            () -> now,
            () -> TimeUnit.MILLISECONDS.toNanos(now.toEpochMilli()));
    now = START.plus(UnheardClients.UNLISTED).plusSeconds(30);

    starting.renew();
    assertThat(lastBeat(MINE, ORDERS)).isEqualTo(now);

    starting.isUp();
    Instant last = now = now.plus(UnheardClients.UNLISTED).minusMillis(1);
    starting.renew();
    assertThat(lastBeat(MINE, ORDERS)).isEqualTo(last);
    now = now.plusMillis(1);
    starting.renew();
    assertThat(lastBeat(MINE, ORDERS)).isEqualTo(last);
  }

  @Test
  void whoBeatsAtAnotherMemberIsNeverTakenForSilentHere() {
    register(MINE, ORDERS);
    register(THEIRS, ORDERS);
    register(THEIRS, PRICES);
    now = START.plus(UnheardClients.UNLISTED);

    unheard.renew();

    assertThat(lastBeat(MINE, ORDERS)).isEqualTo(START);
    assertThat(lastBeat(THEIRS, ORDERS)).isEqualTo(now);
    assertThat(lastBeat(THEIRS, PRICES)).isEqualTo(now);

    Instant handedOver = now;
    responsible = THEIRS;
    now = now.plusSeconds(2);
    unheard.renew();
    assertThat(lastBeat(THEIRS, ORDERS)).isEqualTo(handedOver);
  }

  @Test
  void whoeverIsLearntOfBeforeOthersListThisMemberIsHeardElsewhere() {
    register(MINE, ORDERS);
    now = START.plus(UnheardClients.UNLISTED).minusMillis(1);

    unheard.renew();

    assertThat(lastBeat(MINE, ORDERS)).isEqualTo(now);
  }

  @Test
  void aClockThatIsSetBackDoesNotKeepTheDeadAlive() {
    register(MINE, ORDERS);
    now = START.plus(UnheardClients.UNLISTED).minus(Duration.ofHours(8));
    setBack = Duration.ofHours(8);

    unheard.renew();

    assertThat(lastBeat(MINE, ORDERS)).isEqualTo(START);
  }

  private void register(String address, Service service) {
    HealthCheckInstancePublishInfo info = new HealthCheckInstancePublishInfo("192.0.2.9", 1);
    info.setLastHeartBeatTime(START.toEpochMilli());
    clients
        .computeIfAbsent(
            IpPortBasedClient.getClientId(address, true), id -> new IpPortBasedClient(id, true))
        .addServiceInstance(service, info);
  }

  private Instant lastBeat(String address, Service service) {
    Client client = clients.get(IpPortBasedClient.getClientId(address, true));
    return Instant.ofEpochMilli(
        ((HealthCheckInstancePublishInfo) client.getInstancePublishInfo(service))
            .getLastHeartBeatTime());
  }

  private ClientManager manager() {
    return MapClients.of(clients);
  }
}
