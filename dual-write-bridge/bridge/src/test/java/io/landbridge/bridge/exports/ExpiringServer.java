package io.landbridge.bridge.exports;

import io.landbridge.bridge.MemoryLegacy;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.legacy.BeatAnswer;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacyInstances;
import io.landbridge.registry.legacy.LegacyMembers;
import io.landbridge.registry.legacy.LegacyPart;
import io.landbridge.registry.legacy.LegacyService;
import io.landbridge.registry.legacy.LegacySnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * How a server of 1.x, and the 1.x API of a newer one, keeps the beating instances of one service:
 * without a beat for 15 s one is unhealthy, for 30 s it is gone, unless its metadata says
 * otherwise, and it looks every 5 s. A registration of what is there replaces it, but for its
 * health. In virtual time.
 */
final class ExpiringServer implements LegacyCluster {

  static final ServiceKey SERVICE = new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "mixed");

  private static final long UNHEALTHY_MILLIS = 15_000;
  private static final long DELETED_MILLIS = 30_000;

  private static final long UNDONE_AFTER_MILLIS = 1_250;

  private final LongSupplier clock;
  private final SortedMap<String, LegacyInstance> content = new TreeMap<>();

  /** Who is to be as before again, and when. */
  private final SortedMap<String, LegacyInstance> former = new TreeMap<>();

  private final SortedMap<String, Long> formerAt = new TreeMap<>();
  private boolean forgetful;
  private boolean unreachable;
  private boolean hidden;
  private int asked;

  ExpiringServer(LongSupplier clock) {
    this.clock = clock;
  }

  List<LegacyInstance> instances() {
    return List.copyOf(content.values());
  }

  Optional<LegacyInstance> at(String address) {
    return Optional.ofNullable(content.get(address));
  }

  /** Whether nobody is answered. */
  void setUnreachable(boolean value) {
    unreachable = value;
  }

  /** Whether nobody may look at what there is. */
  void setHidden(boolean value) {
    hidden = value;
  }

  /** Whether the first change of each instance is undone a second later, as was seen of 1.4.1. */
  void setForgetful(boolean value) {
    forgetful = value;
  }

  /** Undoes what is to be undone by now. */
  void forget() {
    former.forEach(
        (address, before) -> {
          if (clock.getAsLong() == formerAt.get(address) + UNDONE_AFTER_MILLIS) {
            at(address).ifPresent(now -> put(before.seen(), now.lastBeat()));
          }
        });
  }

  /** How long ago a change of an instance was undone; very long if none was. */
  long undoneFor(String address) {
    long undone = formerAt.getOrDefault(address, Long.MAX_VALUE / 2) + UNDONE_AFTER_MILLIS;
    return undone > clock.getAsLong() ? Long.MAX_VALUE : clock.getAsLong() - undone;
  }

  /** How many requests there were so far. */
  int asked() {
    return asked;
  }

  private void ask() throws RegistryException {
    asked++;
    if (unreachable) {
      throw new RegistryException(
          RegistryException.Kind.UNREACHABLE, "nobody answers", "memory", "on purpose");
    }
  }

  /** What it does every 5 s. */
  void look() {
    for (LegacyInstance each : instances()) {
      long silence = clock.getAsLong() - each.lastBeat();
      if (silence > time(each, ExportMark.DELETE_TIMEOUT, DELETED_MILLIS)) {
        content.remove(each.seen().address());
      } else if (silence > time(each, ExportMark.BEAT_TIMEOUT, UNHEALTHY_MILLIS)) {
        put(each.seen().withHealth(false), each.lastBeat());
      }
    }
  }

  private static long time(LegacyInstance instance, String key, long otherwise) {
    String own = instance.seen().metadata().get(key);
    return own == null ? otherwise : Long.parseLong(own);
  }

  private void put(RegisteredInstance instance, long lastBeat) {
    content.put(instance.address(), new LegacyInstance(instance, lastBeat));
  }

  @Override
  public void register(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    ask();
    at(instance.address())
        .filter(before -> forgetful && !before.seen().metadata().equals(instance.metadata()))
        .filter(before -> !former.containsKey(instance.address()))
        .ifPresent(
            before -> {
              former.put(instance.address(), before);
              formerAt.put(instance.address(), clock.getAsLong());
            });
    boolean healthy =
        at(instance.address()).map(it -> it.seen().healthy()).orElse(instance.healthy());
    put(instance.withHealth(healthy), clock.getAsLong());
  }

  @Override
  public BeatAnswer beat(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    ask();
    LegacyInstance known = content.get(instance.address());
    if (known == null) {
      return new BeatAnswer(false, ExportMark.NATIVE_INTERVAL);
    }
    put(known.seen().withHealth(true), clock.getAsLong());
    return new BeatAnswer(
        true,
        Duration.ofMillis(
            time(known, ExportMark.BEAT_INTERVAL, ExportMark.NATIVE_INTERVAL.toMillis())));
  }

  @Override
  public void deregister(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    ask();
    content.remove(instance.address());
  }

  @Override
  public Optional<LegacyService> service(ServiceKey key) throws RegistryException {
    ask();
    if (hidden) {
      throw new RegistryException(
          RegistryException.Kind.REFUSED, "not for everybody", "memory", "on purpose");
    }
    return Optional.of(
        new LegacyService(
            key,
            0,
            new TreeMap<>(),
            List.of(),
            // In whole seconds, as HTTP says it.
            new LegacyInstances(instances(), true, clock.getAsLong() / 1_000 * 1_000)));
  }

  @Override
  public LegacyInstances instances(LegacyPart part) throws RegistryException {
    return MemoryLegacy.of(service(part.service()).orElseThrow().held(), part);
  }

  @Override
  public Optional<LegacySnapshot> snapshot() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ServerInfo server() {
    return new ServerInfo(ServerInfo.Api.V1, "1.4.1", ServerAddress.parse("127.0.0.1:8848"));
  }

  @Override
  public LegacyMembers members() {
    return new LegacyMembers(List.of(), List.of());
  }

  @Override
  public Namespaces namespaces() {
    return Namespaces.of(NamespaceId.PUBLIC);
  }

  @Override
  public List<RegisteredService> services(NamespaceId namespace) {
    return List.of(new RegisteredService(SERVICE, content.size()));
  }

  @Override
  public boolean subscribe(ServiceKey key) {
    return false;
  }

  @Override
  public void unsubscribe(ServiceKey key) {}

  @Override
  public boolean update(ServiceKey service, RegisteredInstance instance) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean health(ServiceKey service, RegisteredInstance instance, boolean healthy) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
