package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.progress.Meter;
import io.landbridge.model.Counted;
import io.landbridge.model.NameRules;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Reads a whole registry, a few services at a time, changing nothing. What it holds is the list of
 * services and the names of applications, not the instances.
 */
public final class LandscapeReader {

  /** How many requests are under way at once. */
  private static final int PARALLELISM = 8;

  /** How many instances may be asked for before they are taken; one service may have more. */
  private static final int MAX_WAITING = 4096;

  /** What a service counts for in that beside its instances, and if no list told its size. */
  private static final int SERVICE_SIZE = 16;

  private static final int UNKNOWN_SIZE = 240;

  private static final int PROGRESS_STEP = 200;

  private final Registry registry;
  private final Meter progress;
  private final Used used;
  private final boolean complete;
  private final NameRules names;

  /** Knows namespaces that something is registered in, although nobody made them. */
  public interface Used {

    /**
     * All that are known of.
     *
     * @throws RegistryException if that cannot be found out
     */
    Collection<NamespaceId> namespaces() throws RegistryException;
  }

  /** Makes a reader of what the server itself lists. */
  public LandscapeReader(Registry registry, Consumer<String> progress) {
    this(registry, progress, List::of);
  }

  /**
   * Makes a reader.
   *
   * @param registry what to read
   * @param progress gets a line of text now and then
   * @param used knows of more namespaces than the server lists
   */
  public LandscapeReader(Registry registry, Consumer<String> progress, Used used) {
    this(registry, progress, used, false);
  }

  private LandscapeReader(
      Registry registry, Consumer<String> progress, Used used, boolean complete) {
    this.registry = registry;
    this.progress = Meter.of(progress);
    this.used = used;
    this.complete = complete;
    this.names = NameRules.of(registry.server().version());
  }

  /**
   * The same for who concludes from what is not there: a name that the server refuses is nobody's,
   * but any other failure ends the reading, since what was not read may be there.
   */
  public LandscapeReader complete() {
    return new LandscapeReader(registry, progress, used, true);
  }

  /**
   * Reads the given namespaces.
   *
   * @param wanted the namespaces; empty for all the server lists and all that are used, or the
   *     default one alone where nobody tells any
   * @param sink gets what is there; nothing of it is kept here. What the server refuses to tell of
   *     one name is told to it, and everything else is read.
   * @throws UnknownNamespaceException if the server does not know one of them, and has nothing in
   *     it
   */
  public void read(Set<NamespaceId> wanted, LandscapeSink sink)
      throws RegistryException, UnknownNamespaceException {
    read(wanted, each -> true, sink);
  }

  /**
   * Reads some services of the given namespaces, and holds all of it.
   *
   * @param wanted the namespaces, as for all services
   * @param some which services; others are as if they were not there
   */
  public Landscape read(Set<NamespaceId> wanted, Predicate<ServiceKey> some)
      throws RegistryException, UnknownNamespaceException {
    LandscapeCollector collector = new LandscapeCollector();
    read(wanted, some, collector);
    return collector.landscape();
  }

  private void read(Set<NamespaceId> wanted, Predicate<ServiceKey> some, LandscapeSink sink)
      throws RegistryException, UnknownNamespaceException {
    Namespaces listed = new NamespaceChoice(registry, progress, used).choose(wanted);
    List<NamespaceId> namespaces = listed.ids();
    sink.begins(registry.server(), namespaces);
    listed.unusable().forEach(sink::unreadableNamespace);
    ServiceClassifier classifier = new ServiceClassifier(sink, names, registry.server().version());
    RefusedNames refused = new RefusedNames(sink, complete);
    long needed = 0;
    ExecutorService executor = Executors.newFixedThreadPool(PARALLELISM, LandscapeReader::daemon);
    try {
      for (NamespaceId namespace : namespaces) {
        List<RegisteredService> services;
        try {
          services = registry.services(namespace);
        } catch (RegistryException e) {
          refused.add(namespace, e);
          continue;
        }
        progress.accept(Counted.format("namespace %s: %d services", namespace, services.size()));
        SortedMap<ServiceKey, RegisteredService> readable = new TreeMap<>();
        // One that changed between two pages is there twice.
        services.stream()
            .filter(each -> some.test(each.key()))
            .forEach(
                each ->
                    each.refusal()
                        .ifPresentOrElse(
                            why -> sink.unreadable(each.key(), why),
                            () -> readable.put(each.key(), each)));
        needed += pages(services.size()) + readable.size();
        each(
            executor,
            ReadingOrder.of(readable.keySet()),
            key -> listed(readable, key).instances(),
            key -> registry.instances(listed(readable, key)),
            classifier::registered,
            refused);
      }
      // What consumers see, and a server without the plugin's lists: by name.
      SortedMap<ServiceKey, Set<String>> lookups = classifier.lookups();
      each(
          executor,
          List.copyOf(lookups.keySet()),
          key -> UNKNOWN_SIZE,
          key -> registry.lookup(key, lookups.getOrDefault(key, Set.of())),
          classifier::seen,
          refused);
      refused.requireSome();
      sink.ends(needed + lookups.size());
    } finally {
      executor.shutdownNow();
      progress.end();
    }
  }

  private static long pages(int services) {
    return Math.max(1, (services + Registry.PAGE_SIZE - 1) / Registry.PAGE_SIZE);
  }

  private static RegisteredService listed(
      SortedMap<ServiceKey, RegisteredService> services, ServiceKey key) {
    return services.getOrDefault(key, new RegisteredService(key, 0));
  }

  /**
   * Asks for each of them, some at a time, and hands over the answers in the order of the keys.
   *
   * @param sizes how many instances an answer will have, as far as is known
   */
  private void each(
      ExecutorService executor,
      List<ServiceKey> keys,
      ToIntFunction<ServiceKey> sizes,
      Question question,
      BiConsumer<ServiceKey, List<RegisteredInstance>> consumer,
      RefusedNames refused)
      throws RegistryException {
    Deque<Pending> pending = new ArrayDeque<>();
    long began = System.nanoTime();
    progress.begin("reading", keys.size(), "services");
    int waiting = 0;
    int done = 0;
    for (int next = 0; done < keys.size(); ) {
      while (next < keys.size()) {
        ServiceKey key = keys.get(next);
        int size = sizes.applyAsInt(key) + SERVICE_SIZE;
        if (!pending.isEmpty() && waiting + size > MAX_WAITING) {
          break;
        }
        pending.add(new Pending(key, size, executor.submit(() -> question.ask(key))));
        waiting += size;
        next++;
      }
      Pending first = pending.remove();
      List<RegisteredInstance> answer = List.of();
      boolean answered = false;
      try {
        answer = await(first.answer());
        answered = true;
      } catch (RegistryException e) {
        refused.add(first.key(), e);
      }
      if (answered) {
        refused.answered();
        consumer.accept(first.key(), answer);
      }
      waiting -= first.size();
      done++;
      progress.done(done);
      if (done % PROGRESS_STEP == 0 && done < keys.size()) {
        progress.reached(done, remaining(done, keys.size(), System.nanoTime() - began));
      }
    }
    progress.end();
  }

  /** How far it is, and how long the rest takes if it goes on like this. */
  static String remaining(int done, int all, long nanos) {
    long seconds = nanos / done * (all - done) / 1_000_000_000L;
    return Counted.format(
        "%d of %d services, about %s left",
        done,
        all,
        seconds < 60 ? seconds + " s" : "%d min %d s".formatted(seconds / 60, seconds % 60));
  }

  private List<RegisteredInstance> await(Future<List<RegisteredInstance>> future)
      throws RegistryException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryException(
          Kind.INTERRUPTED,
          "interrupted",
          registry.server().address().toString(),
          "run the command" + " again");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RegistryException failure) {
        throw failure;
      }
      throw new IllegalStateException("internal error while reading the registry", e);
    }
  }

  /** An instance as what somebody registered in a service. */
  public static Registration registration(ServiceKey service, RegisteredInstance each) {
    // The HTTP API does not say over which connection an instance came.
    return new Registration(
        service,
        "",
        each.ip(),
        each.port(),
        each.cluster(),
        each.healthy(),
        each.enabled(),
        each.ephemeral(),
        each.metadata());
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "landbridge-read");
    thread.setDaemon(true);
    return thread;
  }

  private interface Question {
    List<RegisteredInstance> ask(ServiceKey key) throws RegistryException;
  }

  private record Pending(ServiceKey key, int size, Future<List<RegisteredInstance>> answer) {}
}
