package io.landbridge.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.Command;
import io.landbridge.command.Publication;
import io.landbridge.dubbo.DerivedMetadata;
import io.landbridge.dubbo.InterfaceUnfold;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import io.landbridge.raft.CapturedFaults;
import io.landbridge.raft.CatalogStateMachine;
import io.landbridge.record.CommandCodec;
import io.landbridge.state.CatalogReader;
import io.landbridge.store.RocksStore;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.SharedMetadata;
import io.landbridge.view.derived.Subscribers;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** A catalog on disk, a view of it, and clients that keep what they were told. */
final class Member implements Subscribers, AutoCloseable {

  private final RocksStore store;
  private final CatalogStateMachine machine;
  private final CatalogView view;
  private volatile boolean failing;
  private volatile boolean suspended;
  private volatile boolean inUse = true;
  private final AtomicInteger reads = new AtomicInteger();

  /** What the subscribers of a service have; locked while one of them is told. */
  private final Map<ServiceKey, List<DerivedInstance>> copies = new ConcurrentHashMap<>();

  private final List<ServiceKey> pushed = new CopyOnWriteArrayList<>();

  /** Nanoseconds; goes on when a test says so. */
  private final AtomicLong clock = new AtomicLong();

  /** What every instance ever was. */
  private final Map<InstanceKey, Set<ApplicationInstance>> all = new HashMap<>();

  /** What is written, and not yet served. */
  private final Set<String> unserved = ConcurrentHashMap.newKeySet();

  Member(Path directory, ViewConfig config) throws IOException {
    store = RocksStore.open(directory);
    machine = new CatalogStateMachine(store, new CapturedFaults());
    view =
        new CatalogView(
            counted(machine.reader()),
            this,
            (application, revision) -> !unserved.contains(revision),
            config,
            clock::get);
  }

  /** Does not serve a document until it is told to. */
  void withholds(String revision) {
    unserved.add(revision);
  }

  void serves(String revision) {
    unserved.remove(revision);
    view.served(revision);
  }

  void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  CatalogView view() {
    return view;
  }

  CatalogReader reader() {
    return machine.reader();
  }

  RocksStore store() {
    return store;
  }

  void apply(Command command) {
    machine.apply(CommandCodec.encode(command));
    for (ApplicationKey application : ViewActions.APPLICATIONS) {
      reader()
          .instances(application)
          .forEach(
              owned ->
                  all.computeIfAbsent(owned.instance().key(), none -> new HashSet<>())
                      .add(owned.instance()));
    }
  }

  void save(Path snapshot) throws IOException {
    machine.save(Files.createDirectories(snapshot));
  }

  void load(Path snapshot) throws IOException {
    machine.load(snapshot);
  }

  /** How often instances were read. */
  int reads() {
    return reads.get();
  }

  /** Whether the server's answers come from the view. */
  void isInUse(boolean value) {
    inUse = value;
  }

  void failReads(boolean value) {
    failing = value;
  }

  List<ServiceKey> pushed() {
    return pushed;
  }

  List<DerivedInstance> read(ServiceKey service) {
    return view.additions(service, List.of());
  }

  void subscribe(ServiceKey service) {
    copies.put(service, List.of());
    tell(service);
  }

  /** What the subscribers of a service have. */
  List<DerivedInstance> copy(ServiceKey service) {
    return copies.getOrDefault(service, List.of());
  }

  void unsubscribe(ServiceKey service) {
    copies.remove(service);
  }

  /** The server sends the present answer to those who subscribed, for whatever reason. */
  void tell(ServiceKey service) {
    copies.computeIfPresent(service, (key, before) -> inUse ? read(service) : List.of());
  }

  @Override
  public boolean any(ServiceKey service) {
    return copies.containsKey(service);
  }

  @Override
  public void push(ServiceKey service) {
    pushed.add(service);
    tell(service);
  }

  /** Every subscriber has what is to be shown, and whoever asks gets it. */
  void assertShowsTheCatalog() {
    copies.forEach(
        (service, copy) -> assertThat(copy).as("copy of %s", service).isEqualTo(expected(service)));
    for (ServiceKey service : ViewActions.services()) {
      List<DerivedInstance> expected = expected(service);
      assertThat(read(service)).as("%s", service).isEqualTo(expected);
      if (!expected.isEmpty()) {
        assertThat(view.mayAdd(service.name())).isTrue();
      }
      assertThat(view.services(service.namespace()).contains(service))
          .as("%s is named", service)
          .isEqualTo(!expected.isEmpty());
    }
  }

  void suspend(boolean wanted) {
    suspended = wanted;
    view.suspend(wanted);
  }

  /** The answer, computed in the plainest way there is. */
  List<DerivedInstance> expected(ServiceKey service) {
    if (suspended) {
      return List.of();
    }
    List<DerivedInstance> answer = read(service);
    List<DerivedInstance> expected =
        ViewActions.APPLICATIONS.stream()
            .sorted()
            .filter(application -> reader().translation(application).enabled())
            .flatMap(application -> reader().instances(application).stream())
            .map(owned -> owned.instance())
            .filter(instance -> instance.group().equals(service.group()))
            .flatMap(
                instance ->
                    instance.application().name().value().equals(service.name())
                        ? upward(instance, answer)
                        : downward(service.name(), instance))
            .toList();
    return expected.stream().filter(each -> isPreferred(each, expected)).toList();
  }

  /** Of those at one address the healthy one is shown, or else the first. */
  private static boolean isPreferred(DerivedInstance one, List<DerivedInstance> all) {
    List<DerivedInstance> rivals =
        all.stream()
            .filter(each -> each.ip().equals(one.ip()) && each.port() == one.port())
            .toList();
    return one
        == rivals.stream().filter(DerivedInstance::healthy).findFirst().orElse(rivals.get(0));
  }

  /**
   * An instance whose document cannot be read is shown as it was when its document could be, if it
   * was shown then.
   */
  private Stream<DerivedInstance> upward(
      ApplicationInstance instance, List<DerivedInstance> answer) {
    if (instance.origin() != Origin.NATIVE_INTERFACE) {
      return Stream.empty();
    }
    if (isPublished(instance)) {
      return Stream.of(derived(instance));
    }
    return all.getOrDefault(instance.key(), Set.of()).stream()
        .filter(each -> each.origin() == Origin.NATIVE_INTERFACE && isPublished(each))
        .map(each -> derived(withHealth(each, instance)))
        .distinct()
        .filter(answer::contains);
  }

  private static ApplicationInstance withHealth(
      ApplicationInstance instance, ApplicationInstance now) {
    return new ApplicationInstance(
        instance.application(),
        instance.group(),
        instance.ip(),
        instance.port(),
        instance.endpoints(),
        instance.cluster(),
        now.healthy(),
        now.enabled(),
        now.ephemeral(),
        instance.revision(),
        instance.attributes(),
        instance.origin());
  }

  private boolean isPublished(ApplicationInstance instance) {
    return reader().publications(instance.application()).stream()
        .filter(each -> each.id().kind() == Publication.Kind.DOCUMENT)
        .filter(each -> each.stage() != Publication.Stage.INTENDED)
        .anyMatch(each -> each.id().name().equals(instance.revision().value()));
  }

  private static DerivedInstance derived(ApplicationInstance instance) {
    return derived(instance, instance.port(), DerivedMetadata.of(instance));
  }

  private Stream<DerivedInstance> downward(String service, ApplicationInstance instance) {
    if (instance.origin() != Origin.NATIVE_APPLICATION || hasInterfacesElsewhere(instance)) {
      return Stream.empty();
    }
    MetadataDocument document = reader().document(instance.revision()).orElseThrow();
    return InterfaceUnfold.of(service, document).addresses(instance).stream()
        .map(address -> derived(instance, address.port(), address.metadata()));
  }

  /** Registered by the process itself, for consumers of another group. */
  private boolean hasInterfacesElsewhere(ApplicationInstance instance) {
    return reader().instances(instance.application()).stream()
        .map(owned -> owned.instance())
        .anyMatch(
            each ->
                each.origin() != Origin.NATIVE_APPLICATION
                    && !each.group().equals(instance.group())
                    && each.ip().equals(instance.ip())
                    && each.port() == instance.port());
  }

  private static DerivedInstance derived(
      ApplicationInstance instance, int port, Map<String, String> metadata) {
    return new DerivedInstance(
        instance.ip(),
        port,
        instance.cluster(),
        instance.healthy(),
        instance.enabled(),
        1.0,
        instance.ephemeral(),
        SharedMetadata.of(metadata),
        Map.of());
  }

  private CatalogReader counted(CatalogReader reader) {
    return (CatalogReader)
        Proxy.newProxyInstance(
            CatalogReader.class.getClassLoader(),
            new Class<?>[] {CatalogReader.class},
            (proxy, method, arguments) -> {
              if (Set.of("visit", "instances", "instance", "ownedBy").contains(method.getName())) {
                reads.incrementAndGet();
                if (failing) {
                  throw new IllegalStateException("on purpose");
                }
              }
              try {
                return method.invoke(reader, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public void close() {
    view.close();
    store.close();
  }
}
