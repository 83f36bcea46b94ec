package io.landbridge.host.registry;

import com.alibaba.nacos.naming.core.DistroMapper;
import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.impl.IpPortBasedClient;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManager;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.HealthCheckInstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.sys.utils.ApplicationUtils;
import io.landbridge.host.registry.InstanceReading.Known;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.LogText;
import io.landbridge.port.ChangedInstances;
import io.landbridge.port.LocalInstance;
import io.landbridge.port.LocalInstances;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every instance in the server's client model that this member answers for, of whatever kind. Edits
 * made in the console are laid over, as the server does itself.
 *
 * <p>The server tells of every client that registers or leaves, and most do neither between two
 * readings: only those it told of are read again, and all of them every quarter of a minute. Of the
 * others only what changes without an event is looked at, which is health, beats and edits.
 */
public final class ClientInstances implements LocalInstances, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClientInstances.class);

  /** What an event was lost of, which the server does not do by itself, is seen by then. */
  static final Duration WHOLE = Duration.ofSeconds(15);

  private static final long READ_ANEW_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final ClientManager clients;
  private final DistroMapper distribution;
  private final BooleanSupplier loaded;
  private final LongSupplier nanos;
  private final RareWarning warning = new RareWarning(LOG);

  private final ClientEvents events = new ClientEvents();
  private final InstanceReading reading;

  // Guarded by this.

  /** What was read last, by the server's own object for it; most of it is as it was. */
  private Map<InstancePublishInfo, Known> known = new IdentityHashMap<>();

  /** The same by client, of those this member answers for. */
  private final Map<String, List<Known>> byClient = new LinkedHashMap<>();

  /** How many clients have each; mostly one. */
  private final Map<ImportedInstance.Key, Integer> owners = new HashMap<>();

  /** The members among which clients were shared out when all were read. */
  private @Nullable List<String> sharers;

  private long wholeAt;
  private long knownSince;

  /** What a client had, in order only if it is asked for: mostly nothing of it has changed. */
  private static final class Former {

    private final List<Known> instances;
    private @Nullable Map<ImportedInstance.Key, ImportedInstance> byKey;

    Former(List<Known> instances) {
      this.instances = instances;
    }

    @Nullable ImportedInstance find(ImportedInstance.Key key) {
      Map<ImportedInstance.Key, ImportedInstance> all = byKey;
      if (all == null) {
        all = new HashMap<>();
        for (Known each : instances) {
          all.put(each.instance().key(), each.instance());
        }
        byKey = all;
      }
      return all.get(key);
    }
  }

  public ClientInstances(
      ClientManager clients,
      NamingMetadataManager edits,
      DistroMapper distribution,
      InitialLoad load) {
    this(clients, edits, distribution, load::isDone, System::nanoTime);
  }

  public ClientInstances(
      ClientManager clients,
      NamingMetadataManager edits,
      DistroMapper distribution,
      BooleanSupplier loaded,
      LongSupplier nanos) {
    this.clients = clients;
    this.reading = new InstanceReading(edits);
    this.distribution = distribution;
    this.loaded = loaded;
    this.nanos = nanos;
    this.knownSince = nanos.getAsLong();
  }

  @Override
  public boolean isReady() {
    return ApplicationUtils.isStarted() && loaded.getAsBoolean();
  }

  /**
   * {@inheritDoc}
   *
   * <p>The server replaces what a client registers and changes nothing of it but the health; all
   * the same everything is read anew once a minute.
   */
  @Override
  public synchronized List<LocalInstance> read() {
    long now = nanos.getAsLong();
    List<String> members = distribution.getHealthyList();
    boolean anew = isToBeReadAnew(now);
    if (anew) {
      knownSince = now;
      known = new IdentityHashMap<>();
    }
    if (anew || isToBeReadWhole(now, members)) {
      sharers = members;
      wholeAt = now;
      readAll();
    } else {
      events.take().forEach(this::readAgain);
    }
    List<LocalInstance> found = new ArrayList<>(known.size());
    byClient.values().forEach(each -> show(each, found));
    return owners.size() == found.size() ? found : lastOfEach(found);
  }

  private boolean isToBeReadAnew(long now) {
    return now - knownSince >= READ_ANEW_NANOS;
  }

  private boolean isToBeReadWhole(long now, List<String> members) {
    return !events.areFollowed()
        || events.areLost()
        || !members.equals(sharers)
        || now - wholeAt >= WHOLE.toNanos();
  }

  /**
   * {@inheritDoc}
   *
   * <p>What several clients have is left to {@link #read}, which knows whose counts.
   */
  @Override
  public synchronized Optional<ChangedInstances> readChanged() {
    long now = nanos.getAsLong();
    if (isToBeReadAnew(now) || isToBeReadWhole(now, distribution.getHealthyList())) {
      return Optional.empty();
    }
    List<LocalInstance> there = new ArrayList<>();
    List<ImportedInstance.Key> gone = new ArrayList<>();
    for (String id : events.take()) {
      List<Known> before = byClient.getOrDefault(id, List.of());
      readAgain(id);
      show(byClient.getOrDefault(id, List.of()), there);
      before.stream().map(each -> each.instance().key()).forEach(gone::add);
    }
    there.removeIf(each -> owners.getOrDefault(each.registered().key(), 0) > 1);
    gone.removeIf(owners::containsKey);
    return Optional.of(new ChangedInstances(there, gone));
  }

  /** Two clients may have registered the same, one with beats and one with a connection. */
  private static List<LocalInstance> lastOfEach(List<LocalInstance> all) {
    Map<ImportedInstance.Key, LocalInstance> last = new LinkedHashMap<>();
    all.forEach(each -> last.put(each.registered().key(), each));
    return new ArrayList<>(last.values());
  }

  /**
   * Most of it is as it was and stays the same objects: whatever is new is moved about by the
   * garbage collector for some time.
   */
  private void readAll() {
    events.clear();
    Set<String> ids = new LinkedHashSet<>(clients.allClientId());
    List.copyOf(byClient.keySet()).stream()
        .filter(id -> !ids.contains(id))
        .forEach(this::readAgain);
    ids.forEach(this::readAgain);
  }

  private void readAgain(String id) {
    List<Known> before = byClient.getOrDefault(id, List.of());
    List<Known> instances = read(id, before);
    if (areSame(instances, before)) {
      return;
    }
    if (instances.isEmpty()) {
      byClient.remove(id);
    } else {
      byClient.put(id, instances);
    }
    before.forEach(each -> known.remove(each.info()));
    own(before, -1);
    instances.forEach(each -> known.put(each.info(), each));
    own(instances, 1);
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean areSame(List<Known> some, List<Known> others) {
    boolean same = some.size() == others.size();
    for (int i = 0; same && i < some.size(); i++) {
      same = some.get(i) == others.get(i);
    }
    return same;
  }

  private void own(List<Known> instances, int more) {
    for (Known each : instances) {
      owners.merge(
          each.instance().key(), more, (a, b) -> a + b == 0 ? null : Integer.valueOf(a + b));
    }
  }

  /** What a client has registered; nothing if this member does not answer for it. */
  private List<Known> read(String id, List<Known> last) {
    @Nullable Client client = clients.getClient(id);
    if (client == null || !isResponsible(id, client)) {
      return List.of();
    }
    boolean address = id.contains(IpPortBasedClient.ID_DELIMITER);
    Former before = new Former(last);
    List<Known> found = new ArrayList<>(1);
    for (Service service : client.getAllPublishedService()) {
      boolean beats = address && service.isEphemeral();
      for (InstancePublishInfo info : NacosServices.registered(client, service)) {
        read(service, info, beats, before).ifPresent(found::add);
      }
    }
    return found;
  }

  /** Persistent ones are on every member in full, and the server holds every member responsible. */
  private boolean isResponsible(String id, Client client) {
    int end = id.indexOf(IpPortBasedClient.ID_DELIMITER);
    return end < 0
        ? clients.isResponsibleClient(client)
        : distribution.responsible(id.substring(0, end));
  }

  private Optional<Known> read(
      Service service, InstancePublishInfo info, boolean beats, Former before) {
    try {
      @Nullable Known last = known.get(info);
      if (last != null && last.beats() == beats && last.service().equals(service)) {
        return Optional.of(last);
      }
      Known made = reading.read(service, info, beats);
      return Optional.of(made.like(before.find(made.instance().key())));
    } catch (RuntimeException e) {
      warn(service, e);
      return Optional.empty();
    }
  }

  private void warn(Service service, RuntimeException cause) {
    warning.warn(
        "A registration in "
            + LogText.of(service.getGroupedServiceName())
            + " cannot be read and was not exported",
        cause);
  }

  /** Adds what a client has, with what has changed of it without an event. */
  private void show(List<Known> instances, List<LocalInstance> into) {
    for (int i = 0; i < instances.size(); i++) {
      Known each = instances.get(i);
      try {
        Known now = reading.current(each);
        if (now != each) {
          instances.set(i, now);
          known.put(now.info(), now);
        }
        into.add(
            new LocalInstance(
                now.instance(),
                now.beats(),
                now.info() instanceof HealthCheckInstancePublishInfo checked
                    ? checked.getLastHeartBeatTime()
                    : 0));
      } catch (RuntimeException e) {
        warn(each.service(), e);
      }
    }
  }

  @Override
  public void onChange(Runnable listener) {
    events.follow(listener);
  }

  @Override
  public void close() {
    events.close();
  }
}
