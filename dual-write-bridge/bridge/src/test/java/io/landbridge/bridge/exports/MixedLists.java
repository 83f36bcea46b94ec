package io.landbridge.bridge.exports;

import io.landbridge.bridge.legacy.BridgeFence;
import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.command.BridgeTerms;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.ChangedInstances;
import io.landbridge.port.LocalInstance;
import io.landbridge.port.LocalInstances;
import io.landbridge.port.NativeServices;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.BeatAnswer;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.ImportListener;
import io.landbridge.state.ImportedInstances;
import io.landbridge.view.derived.NativeInstance;
import io.landbridge.work.CoalescedTask.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two clusters with the export between them, and clients of 1.x that have servers of both in their
 * lists: in virtual time, with rules of expiry and not with servers. What is imported is as old as
 * the last reading of everything; nothing is pushed.
 */
final class MixedLists {

  /** What goes on. */
  record Circumstances(
      int newServersOfThree, boolean shortBeats, int readEveryMillis, int clocksApartMillis) {}

  private static final int TICK = 250;
  private static final int BEAT = 5_000;
  private static final int LOOK = 5_000;
  private static final int LONG_READING = 8;

  private final Circumstances circumstances;
  private final Random random;
  private long now = 1_000_000_000_000L;
  private final ExpiringServer before;
  private final ExpiringServer after = new ExpiringServer(() -> now);
  private final Catalog catalog = new Catalog();
  private final LegacyExport export;
  private final List<Client> clients = new ArrayList<>();
  private final List<Connected> connected = new ArrayList<>();
  private final int lookBefore;
  private final int lookAfter;
  private long nextRound;
  private Outcome outcome = Outcome.DONE;
  private long pause;
  private int newServersOfThree;
  private List<LocalInstance> lastRead = List.of();
  private boolean isLarge;
  private int readings;
  private int readingMillis;
  private long spentMillis;

  /** Somebody who registers, beats, and dies without a word. */
  final class Client {
    private final RegisteredInstance instance;
    private final long started = now;
    private long nextBeat = now + BEAT;
    private long died;

    private Client(int host) throws RegistryException {
      instance = instance(host);
      any().register(ExpiringServer.SERVICE, instance);
    }

    void kill() {
      died = now;
    }

    /** Says farewell to some server. */
    void leave() throws RegistryException {
      died = now;
      any().deregister(ExpiringServer.SERVICE, instance);
    }

    long silentFor() {
      return died == 0 ? 0 : now - died;
    }

    long age() {
      return now - started;
    }

    String address() {
      return instance.address();
    }

    private void live() throws RegistryException {
      if (died > 0 || now < nextBeat) {
        return;
      }
      ExpiringServer asked = any();
      BeatAnswer answer = asked.beat(ExpiringServer.SERVICE, instance);
      if (!answer.known()) {
        // A full beat registers where it arrives; after a short one its client registers anywhere.
        (circumstances.shortBeats() ? any() : asked).register(ExpiringServer.SERVICE, instance);
      }
      nextBeat = now + answer.next().toMillis() + random.nextInt(200);
    }
  }

  /** Somebody who is registered here as long as it has a connection. */
  final class Connected {
    private RegisteredInstance instance;

    private Connected(RegisteredInstance instance) {
      this.instance = instance;
      connected.add(this);
    }

    /** Registers once more, otherwise. */
    void edit(String key, String value) {
      instance =
          new RegisteredInstance(
              instance.ip(),
              instance.port(),
              instance.cluster(),
              instance.weight(),
              true,
              true,
              true,
              Map.of(key, value));
    }

    void disconnect() {
      connected.remove(this);
    }
  }

  MixedLists(Circumstances circumstances, long seed) {
    this.circumstances = circumstances;
    this.newServersOfThree = circumstances.newServersOfThree();
    this.random = new Random(seed);
    this.before = new ExpiringServer(() -> now + circumstances.clocksApartMillis());
    this.lookBefore = random.nextInt(LOOK / TICK);
    this.lookAfter = random.nextInt(LOOK / TICK);
    this.export =
        new LegacyExport(
            catalog,
            natives(),
            locals(),
            () -> false,
            service -> {},
            (terms, listener) -> before,
            new BridgeFence(),
            new Caller(),
            () -> TimeUnit.MILLISECONDS.toNanos(now + spentMillis),
            () -> now);
  }

  private ExpiringServer any() {
    return random.nextInt(3) < newServersOfThree ? after : before;
  }

  private static RegisteredInstance instance(int host) {
    return new RegisteredInstance(
        "10.0.0." + host, 80, "DEFAULT", 1, true, true, true, Map.of("host", "" + host));
  }

  /** Registers the address of the next one that joins here, with a connection. */
  Connected connect() {
    return new Connected(instance(clients.size() + 1));
  }

  Client join() throws RegistryException {
    Client client = new Client(clients.size() + 1);
    clients.add(client);
    return client;
  }

  List<Client> clients() {
    return List.copyOf(clients);
  }

  /** Whether this cluster cannot reach the legacy one. */
  void setUnreachable(boolean value) {
    before.setUnreachable(value);
  }

  /** The legacy cluster does not let services be looked at. */
  void setHidden() {
    before.setHidden(true);
  }

  /** From now on the legacy cluster undoes the first change of each instance a second later. */
  void setForgetful() {
    before.setForgetful(true);
  }

  /** How long ago the legacy cluster undid a change of that client; very long if it did not. */
  long undoneFor(Client client) {
    return before.undoneFor(client.address());
  }

  /** From now on all clients ask that many servers of this cluster, of three. */
  void setNewServersOfThree(int count) {
    newServersOfThree = count;
  }

  /**
   * From now on it takes some time to read what is registered here, as where there is very much,
   * and a round is asked for all the time.
   */
  void setLarge() {
    isLarge = true;
    readingMillis = LONG_READING;
  }

  /** How many requests the legacy cluster had so far, of the bridge and of clients. */
  int askedBefore() {
    return before.asked();
  }

  /** The addresses that are marked as exports in the legacy cluster. */
  List<String> exported() {
    return before.instances().stream()
        .filter(each -> ExportMark.originOf(each.seen().metadata()).isPresent())
        .map(each -> each.seen().address())
        .toList();
  }

  /** Lets some seconds pass. */
  void seconds(int count) throws InterruptedException, RegistryException {
    for (int i = 0; i < count; i++) {
      second();
    }
  }

  /** Lets a second pass. */
  void second() throws InterruptedException, RegistryException {
    for (int i = 0; i < 1_000 / TICK; i++) {
      now += TICK;
      before.forget();
      for (Client each : clients) {
        each.live();
      }
      long tick = now / TICK;
      if (tick % (LOOK / TICK) == lookBefore) {
        before.look();
      }
      if (tick % (LOOK / TICK) == lookAfter) {
        after.look();
      }
      if (now % circumstances.readEveryMillis() < TICK) {
        catalog.content = LegacyContent.imported(ExpiringServer.SERVICE, before.instances());
      }
      if (now >= nextRound) {
        outcome = export.round();
        boolean again = outcome == Outcome.AGAIN;
        pause = again ? Math.min(10_000, Math.max(250, pause * 2)) : 0;
        nextRound = now + (again ? pause : isLarge ? TICK : 1_000 + random.nextInt(1_000));
      }
    }
  }

  /**
   * How often the export reads what is registered here while it is asked for a round all the time.
   *
   * @param takes how many milliseconds that takes
   */
  int readings(int takes, int seconds) throws InterruptedException {
    readingMillis = takes;
    int before = readings;
    for (long end = now + seconds * 1_000L; now < end; now++) {
      export.round();
    }
    readingMillis = 0;
    return readings - before;
  }

  /** What the last round of the export asked for next. */
  Outcome lastOutcome() {
    return outcome;
  }

  /** What a server of the legacy cluster lists: address and health. */
  SortedMap<String, Boolean> listedBefore() {
    return before.instances().stream()
        .collect(
            Collectors.toMap(
                each -> each.seen().address(),
                each -> each.seen().healthy(),
                Boolean::logicalAnd,
                TreeMap::new));
  }

  /** What a server of this cluster lists, with what the view adds. */
  SortedMap<String, Boolean> listedAfter() {
    SortedMap<String, Boolean> listed = new TreeMap<>();
    catalog.content.forEach(
        each -> listed.put(each.key().ip() + ":" + each.key().port(), each.healthy()));
    after
        .instances()
        .forEach(
            each -> listed.merge(each.seen().address(), each.seen().healthy(), Boolean::logicalOr));
    connected.forEach(each -> listed.put(each.instance.address(), true));
    return listed;
  }

  private LocalInstances locals() {
    return new LocalInstances() {
      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public List<LocalInstance> read() {
        readings++;
        spentMillis += readingMillis;
        lastRead = registered();
        return lastRead;
      }

      @Override
      public Optional<ChangedInstances> readChanged() {
        Map<ImportedInstance.Key, ImportedInstance> last =
            lastRead.stream()
                .map(LocalInstance::registered)
                .collect(Collectors.toMap(ImportedInstance::key, each -> each));
        lastRead = registered();
        List<LocalInstance> there = new ArrayList<>();
        for (LocalInstance each : lastRead) {
          if (!each.registered().equals(last.remove(each.registered().key()))) {
            there.add(each);
          }
        }
        return Optional.of(new ChangedInstances(there, List.copyOf(last.keySet())));
      }

      @Override
      public void onChange(Runnable listener) {}
    };
  }

  private List<LocalInstance> registered() {
    return Stream.concat(
            after.instances().stream().map(each -> local(each.seen(), true, each.lastBeat())),
            connected.stream().map(each -> local(each.instance, false, 0)))
        .toList();
  }

  private static LocalInstance local(RegisteredInstance instance, boolean beats, long lastBeat) {
    return new LocalInstance(
        LegacyContent.imported(ExpiringServer.SERVICE, instance), beats, lastBeat);
  }

  private NativeServices natives() {
    return new NativeServices() {
      @Override
      public List<NativeInstance> instances(ServiceKey service) {
        return Stream.concat(
                after.instances().stream().map(LegacyInstance::seen),
                connected.stream().map(each -> each.instance))
            .map(
                it ->
                    new NativeInstance(
                        it.ip(),
                        it.port(),
                        it.cluster(),
                        it.weight(),
                        it.healthy(),
                        it.enabled(),
                        it.ephemeral(),
                        it.metadata()))
            .toList();
      }

      @Override
      public List<ServiceKey> named(NamespaceId namespace, String name) {
        return List.of();
      }

      @Override
      public List<ServiceKey> all() {
        return List.of(ExpiringServer.SERVICE);
      }
    };
  }

  private static final class Catalog implements ImportedInstances {

    private List<ImportedInstance> content = List.of();

    @Override
    public BridgeRecord bridge() {
      return new BridgeRecord(
          new BridgeTerms(BridgePhase.DUAL_WRITE, false, List.of("127.0.0.1:8848"), ""),
          1,
          1,
          Optional.empty(),
          1,
          "");
    }

    @Override
    public SortedMap<ServiceKey, Integer> importedServices() {
      return content.isEmpty()
          ? new TreeMap<>()
          : new TreeMap<>(Map.of(ExpiringServer.SERVICE, content.size()));
    }

    @Override
    public List<ImportedInstance> imported(ServiceKey service) {
      return content;
    }

    @Override
    public Optional<ImportedInstance> imported(ImportedInstance.Key key) {
      return content.stream().filter(each -> each.key().equals(key)).findFirst();
    }

    @Override
    public void onImport(ImportListener listener) {}
  }

  /** Runs what it is given in the thread of the caller, so that the same seed does the same. */
  private static final class Caller extends AbstractExecutorService {

    @Override
    public void execute(Runnable command) {
      command.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
