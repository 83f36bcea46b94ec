package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.ApplicationFold;
import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads a whole registry, a few services at a time, changing nothing. */
public final class LandscapeReader {

  /** How many requests are under way at once. */
  private static final int PARALLELISM = 8;

  /** How many services are asked for before their answers are awaited. */
  private static final int BATCH = 256;

  private static final int PROGRESS_STEP = 200;

  private final Registry registry;
  private final Consumer<String> progress;

  /**
   * Makes a reader.
   *
   * @param registry what to read
   * @param progress gets a line of text now and then
   */
  public LandscapeReader(Registry registry, Consumer<String> progress) {
    this.registry = registry;
    this.progress = progress;
  }

  /**
   * Reads the given namespaces.
   *
   * @param wanted the namespaces; empty for all the server lists, or the default one alone where
   *     the server lists none
   * @throws UnknownNamespaceException if the server does not know one of them
   */
  public Landscape read(Set<NamespaceId> wanted)
      throws RegistryException, UnknownNamespaceException {
    return read(wanted, each -> true);
  }

  /**
   * Reads some services of the given namespaces.
   *
   * @param wanted the namespaces, as for all services
   * @param some which services; others are as if they were not there
   */
  public Landscape read(Set<NamespaceId> wanted, Predicate<ServiceKey> some)
      throws RegistryException, UnknownNamespaceException {
    List<NamespaceId> namespaces = namespaces(wanted);
    List<Registration> providers = new ArrayList<>();
    SortedMap<ServiceKey, List<RegisteredInstance>> applicationServices = new TreeMap<>();
    SortedMap<ServiceKey, RegisteredInstance> foreign = new TreeMap<>();
    List<Registration> callers = new ArrayList<>();
    int consumers = 0;
    int others = 0;
    ExecutorService executor = Executors.newFixedThreadPool(PARALLELISM, LandscapeReader::daemon);
    try {
      for (NamespaceId namespace : namespaces) {
        List<RegisteredService> services = registry.services(namespace);
        progress.accept("namespace %s: %d services".formatted(namespace, services.size()));
        List<ServiceKey> wantedServices = new ArrayList<>();
        for (RegisteredService service : services) {
          if (!some.test(service.key())) {
            continue;
          }
          if (isConsumers(service.key())) {
            consumers++;
          }
          wantedServices.add(service.key());
        }
        Map<ServiceKey, List<RegisteredInstance>> found =
            all(executor, wantedServices, registry::instances);
        for (var service : found.entrySet()) {
          if (isConsumers(service.getKey())) {
            service.getValue().forEach(each -> callers.add(registration(service.getKey(), each)));
            continue;
          }
          if (!isProviders(service.getKey())) {
            service.getValue().stream()
                .filter(each -> ApplicationFold.isForeign(each.metadata()))
                .findFirst()
                .ifPresent(each -> foreign.put(service.getKey(), each));
          }
          if (isProviders(service.getKey())) {
            service.getValue().forEach(each -> providers.add(registration(service.getKey(), each)));
          } else if (service.getValue().stream().anyMatch(LandscapeReader::isApplicationLevel)) {
            applicationServices.put(service.getKey(), service.getValue());
          } else {
            others++;
          }
        }
      }
      // What consumers see, and a server without the plugin's lists: by name.
      SortedMap<ServiceKey, Set<String>> applications = applicationNames(providers);
      foreign.keySet().retainAll(applications.keySet());
      applicationServices.keySet().forEach(key -> applications.putIfAbsent(key, new TreeSet<>()));
      applicationServices.forEach(
          (key, instances) ->
              instances.forEach(
                  each -> applications.getOrDefault(key, Set.of()).add(each.cluster())));
      Map<ServiceKey, List<RegisteredInstance>> seen =
          all(
              executor,
              List.copyOf(applications.keySet()),
              key -> registry.lookup(key, applications.getOrDefault(key, Set.of())));
      seen.forEach(
          (key, instances) -> {
            List<RegisteredInstance> dubbo =
                instances.stream().filter(LandscapeReader::isApplicationLevel).toList();
            if (!dubbo.isEmpty()) {
              applicationServices.put(key, dubbo);
            }
          });
    } finally {
      executor.shutdownNow();
    }
    return new Landscape(
        registry.server(),
        namespaces,
        providers,
        applicationServices,
        foreign,
        consumers,
        others,
        callers);
  }

  private List<NamespaceId> namespaces(Set<NamespaceId> wanted)
      throws RegistryException, UnknownNamespaceException {
    Optional<List<NamespaceId>> known = known(!wanted.isEmpty());
    if (wanted.isEmpty()) {
      if (known.isEmpty()) {
        progress.accept(
            "this server does not list its namespaces; reading 'public' only, name others with"
                + " --namespace");
      }
      return known.orElse(List.of(NamespaceId.PUBLIC));
    }
    for (NamespaceId each : wanted) {
      if (known.isPresent() && !known.get().contains(each)) {
        throw new UnknownNamespaceException(each, known.get());
      }
    }
    return wanted.stream().sorted().toList();
  }

  /** Who may read a namespace need not be allowed to list all of them. */
  private Optional<List<NamespaceId>> known(boolean named) throws RegistryException {
    try {
      return registry.namespaces();
    } catch (RegistryException e) {
      if (named && e.kind() == Kind.UNAUTHORISED) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private <T> Map<ServiceKey, T> all(
      ExecutorService executor, List<ServiceKey> keys, Question<T> question)
      throws RegistryException {
    Map<ServiceKey, T> answers = new TreeMap<>();
    long began = System.nanoTime();
    for (int from = 0; from < keys.size(); from += BATCH) {
      Map<ServiceKey, Future<T>> futures = new TreeMap<>();
      for (ServiceKey key : keys.subList(from, Math.min(from + BATCH, keys.size()))) {
        futures.put(key, executor.submit(() -> question.ask(key)));
      }
      for (var future : futures.entrySet()) {
        answers.put(future.getKey(), await(future.getValue()));
        if (answers.size() % PROGRESS_STEP == 0 && answers.size() < keys.size()) {
          progress.accept(remaining(answers.size(), keys.size(), System.nanoTime() - began));
        }
      }
    }
    return answers;
  }

  /** How far it is, and how long the rest takes if it goes on like this. */
  static String remaining(int done, int all, long nanos) {
    long seconds = nanos / done * (all - done) / 1_000_000_000L;
    return "%d of %d services, about %s left"
        .formatted(
            done,
            all,
            seconds < 60 ? seconds + " s" : "%d min %d s".formatted(seconds / 60, seconds % 60));
  }

  private <T> T await(Future<T> future) throws RegistryException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryException(
          Kind.INTERRUPTED, "interrupted", registry.server().address().toString(), "run it again");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RegistryException failure) {
        throw failure;
      }
      throw new IllegalStateException("reading failed unexpectedly", e);
    }
  }

  private static SortedMap<ServiceKey, Set<String>> applicationNames(List<Registration> providers) {
    return providers.stream()
        .filter(each -> !each.metadata().getOrDefault(MetadataKeys.APPLICATION, "").isBlank())
        .collect(
            Collectors.groupingBy(
                each ->
                    new ServiceKey(
                        each.service().namespace(),
                        each.service().group(),
                        each.metadata().getOrDefault(MetadataKeys.APPLICATION, "")),
                TreeMap::new,
                Collectors.mapping(Registration::cluster, Collectors.toCollection(TreeSet::new))));
  }

  private static boolean isConsumers(ServiceKey service) {
    return InterfaceServiceName.parse(service.name())
        .filter(name -> !name.isProviders())
        .isPresent();
  }

  private static boolean isProviders(ServiceKey service) {
    return InterfaceServiceName.parse(service.name())
        .filter(InterfaceServiceName::isProviders)
        .isPresent();
  }

  private static boolean isApplicationLevel(RegisteredInstance instance) {
    return instance.metadata().containsKey(MetadataKeys.REVISION)
        || instance.metadata().containsKey(MetadataKeys.EXPORTED_SERVICES_REVISION)
        || instance.metadata().containsKey(MetadataKeys.ENDPOINTS);
  }

  static Registration registration(ServiceKey service, RegisteredInstance each) {
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

  private interface Question<T> {
    T ask(ServiceKey key) throws RegistryException;
  }
}
