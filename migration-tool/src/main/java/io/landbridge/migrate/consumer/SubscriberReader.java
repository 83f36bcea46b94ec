package io.landbridge.migrate.consumer;

import io.landbridge.migrate.progress.Meter;
import io.landbridge.model.Counted;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerMembers;
import io.landbridge.registry.Subscriber;
import io.landbridge.registry.Subscribers;
import io.landbridge.registry.UnusableMember;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Asks servers as they come, without the plugin, who has subscribed to services: each member for
 * each service, because a member knows its own clients alone. One that does not answer is not asked
 * again, and missing in the result; nothing of that is an error.
 */
final class SubscriberReader {

  private static final int PARALLELISM = 8;

  /** So many services are asked for before anything of them is handed over. */
  private static final int AT_ONCE = 512;

  /** No cluster is larger. */
  private static final int MAX_MEMBERS = 64;

  private final Registry registry;
  private final Meter progress;
  private final SortedMap<String, ServerAddress> members = new TreeMap<>();
  private final Map<String, String> silent = new ConcurrentSkipListMap<>();
  private final AtomicInteger unread = new AtomicInteger();

  SubscriberReader(Registry registry, Consumer<String> progress) {
    this.registry = registry;
    this.progress = Meter.of(progress);
  }

  /** How many members told. */
  int told() {
    return (int) members.keySet().stream().filter(each -> !silent.containsKey(each)).count();
  }

  /** Those that did not, and why. */
  List<ConsumerInventory.Silent> silent() {
    return silent.entrySet().stream()
        .map(each -> new ConsumerInventory.Silent(each.getKey(), each.getValue()))
        .toList();
  }

  /** How many lists could not be read, or not in full. */
  int unread() {
    return unread.get();
  }

  /**
   * Asks, once.
   *
   * @param servers those an operator named; the others are in their member lists
   * @param services what for
   * @param sink gets what they told, in the order of the services
   * @throws RegistryException if the thread was interrupted
   */
  void read(
      List<ServerAddress> servers,
      List<ServiceKey> services,
      BiConsumer<ServiceKey, Collection<Subscriber>> sink)
      throws RegistryException {
    find(servers);
    ExecutorService executor = Executors.newFixedThreadPool(PARALLELISM, SubscriberReader::daemon);
    progress.begin("reading subscribers", services.size(), "services");
    try {
      for (int from = 0; from < services.size(); from += AT_ONCE) {
        if (told() == 0) {
          return;
        }
        List<ServiceKey> some = services.subList(from, Math.min(services.size(), from + AT_ONCE));
        List<Callable<Set<Subscriber>>> questions = new ArrayList<>();
        some.forEach(each -> questions.add(() -> subscribers(each)));
        List<Future<Set<Subscriber>>> answers = executor.invokeAll(questions);
        for (int i = 0; i < some.size(); i++) {
          sink.accept(some.get(i), answer(answers.get(i)));
        }
        progress.reached(
            (long) from + some.size(),
            Counted.format(
                "subscribers of %d of %d services", from + some.size(), services.size()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryException(
          Kind.INTERRUPTED,
          "interrupted",
          registry.server().address().toString(),
          "run the command" + " again");
    } finally {
      executor.shutdownNow();
      progress.end();
    }
  }

  private void find(List<ServerAddress> servers) throws RegistryException {
    Set<String> listed = new TreeSet<>();
    for (ServerAddress each : servers) {
      try {
        ServerMembers told = registry.members(each);
        members.put(told.self(), each);
        listed.addAll(told.members());
        told.unusable().forEach(this::leaveOut);
      } catch (RegistryException e) {
        if (e.kind() == Kind.UNREACHABLE
            || e.kind() == Kind.UNAVAILABLE
            || e.kind() == Kind.INTERRUPTED) {
          fail(each.hostAndPort(), e);
        } else {
          // It may still tell who has subscribed, and is known by the name it was given.
          members.put(each.hostAndPort(), each);
        }
      }
    }
    for (String each : listed) {
      if (members.size() < MAX_MEMBERS && !silent.containsKey(each)) {
        Optional<ServerAddress> address = servers.get(0).findSibling(each);
        if (address.isPresent()) {
          members.putIfAbsent(each, address.get());
        } else {
          leaveOut(each);
        }
      }
    }
  }

  /** An entry of a member list that nobody can be asked at: its clients may be missing. */
  private void leaveOut(String member) {
    String unusable = new UnusableMember(member).shown();
    silent.putIfAbsent(unusable, UnusableMember.REASON);
  }

  private Set<Subscriber> subscribers(ServiceKey service) throws RegistryException {
    Set<Subscriber> all = new TreeSet<>();
    for (var member : members.entrySet()) {
      if (silent.containsKey(member.getKey())) {
        continue;
      }
      try {
        Subscribers told = registry.subscribers(member.getValue(), service);
        all.addAll(told.clients());
        if (told.unusable() > 0) {
          unread.incrementAndGet();
        }
      } catch (RegistryException e) {
        if (e.kind() == Kind.INCOMPLETE
            || e.kind() == Kind.TOO_LARGE
            // The name, and not the question: the member answers for others.
            || e.kind() == Kind.REFUSED
            || e.kind() == Kind.CONFLICT) {
          unread.incrementAndGet();
        } else {
          fail(member.getKey(), e);
        }
      }
    }
    return all;
  }

  private void fail(String member, RegistryException failure) throws RegistryException {
    if (failure.kind() == Kind.INTERRUPTED) {
      throw failure;
    }
    silent.putIfAbsent(member, failure.what());
  }

  private static Set<Subscriber> answer(Future<Set<Subscriber>> future)
      throws RegistryException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RegistryException failure) {
        throw failure;
      }
      throw new IllegalStateException("internal error while reading subscribers", e);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "landbridge-subscribers");
    thread.setDaemon(true);
    return thread;
  }
}
