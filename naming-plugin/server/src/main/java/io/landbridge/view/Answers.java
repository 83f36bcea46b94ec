package io.landbridge.view;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.CatalogReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Answers that were asked for, kept as long as they are asked for and fit. Safe for use from any
 * thread.
 *
 * <p>What is not there is read from the catalog by the first who asks; others who ask for the same
 * meanwhile wait for it, those who ask for something else do not.
 */
final class Answers {

  private static final int MAX_ENTRIES = 8_192;
  private static final long UNUSED_MINUTES = 10;
  private static final long WAIT_SECONDS = 5;

  private final CatalogReader reader;
  private final LostInstances lost;
  private final EarlierInstances earlier;
  private final Consumer<ShownApplication> outrun;
  private final Cache<Part, Answer> cache;
  private final Map<Flight, CompletableFuture<Answer>> flights = new ConcurrentHashMap<>();
  private final LongAdder computed = new LongAdder();

  /** What one application adds to one service. */
  private record Part(ApplicationKey application, ServiceKey service) {}

  /** A computation others may wait for: it sees everything the state it started in was made of. */
  private record Flight(Part part, long generation) {}

  /**
   * Makes an empty collection.
   *
   * @param reader where answers are read
   * @param lost what is shown although the catalog does not have it any more
   * @param earlier what instances are shown as whose present document cannot be read yet
   * @param maxBytes about how much heap it may take
   * @param outrun told when an application changed while an answer was read for a request
   */
  Answers(
      CatalogReader reader,
      LostInstances lost,
      EarlierInstances earlier,
      long maxBytes,
      Consumer<ShownApplication> outrun) {
    this.reader = reader;
    this.lost = lost;
    this.earlier = earlier;
    this.outrun = outrun;
    int leastBytes = (int) Math.max(1, maxBytes / MAX_ENTRIES);
    this.cache =
        CacheBuilder.newBuilder()
            // More segments would each get a part of the weight, too little for a large service.
            .concurrencyLevel(1)
            .maximumWeight(maxBytes)
            // An entry weighs at least so much that no more than the most entries fit.
            .weigher((Part part, Answer answer) -> Math.max(leastBytes, answer.bytes()))
            .expireAfterAccess(UNUSED_MINUTES, TimeUnit.MINUTES)
            .build();
  }

  /**
   * The answer of the application's present state, or of a later one.
   *
   * <p>When the catalog cannot be read, it is the last one that is known.
   *
   * @throws RuntimeException if the catalog cannot be read and no answer is known
   */
  Answer get(ServiceKey service, ShownApplication application) {
    ShownApplication.State state = application.state();
    Part part = new Part(application.key(), service);
    Answer known = cache.getIfPresent(part);
    if (known != null && known.generation() >= state.generation()) {
      return known;
    }
    try {
      return fresh(part, application, state);
    } catch (RuntimeException e) {
      if (known != null) {
        return known;
      }
      throw e;
    }
  }

  private Answer fresh(Part part, ShownApplication application, ShownApplication.State state) {
    ServiceKey service = part.service();
    Flight flight = new Flight(part, state.generation());
    CompletableFuture<Answer> own = new CompletableFuture<>();
    CompletableFuture<Answer> other = flights.putIfAbsent(flight, own);
    if (other != null) {
      return await(service, other);
    }
    try {
      Answer answer = compute(service, application, state);
      application.answered(service, answer);
      if (application.state().generation() == answer.generation()) {
        cache.put(part, answer);
      } else {
        outrun.accept(application);
      }
      own.complete(answer);
      return answer;
    } catch (RuntimeException | Error e) {
      own.completeExceptionally(e);
      throw e;
    } finally {
      flights.remove(flight, own);
    }
  }

  private static Answer await(ServiceKey service, CompletableFuture<Answer> answer) {
    try {
      return answer.get(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + service + " was read", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(service + " could not be read", e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          service + " was not read within " + WAIT_SECONDS + " s; the catalog's disk is slow", e);
    }
  }

  /** Reads an answer from the catalog. */
  private Answer compute(
      ServiceKey service, ShownApplication application, ShownApplication.State state) {
    return Objects.requireNonNull(
        compute(List.of(service), application, state).get(service), "the requested data");
  }

  /**
   * Reads answers from the catalog, all of one state: documents and instances are read once for all
   * of them.
   *
   * @param services those the application may be shown in
   */
  Map<ServiceKey, Answer> compute(
      Collection<ServiceKey> services, ShownApplication application, ShownApplication.State state) {
    computed.add(services.size());
    Map<MetadataRevision, MetadataDocument> documents =
        services.stream().allMatch(application::isOwn)
            ? Map.of()
            : documents(application.key(), state);
    SpreadProcesses spread =
        documents.isEmpty()
            ? SpreadProcesses.NONE
            : SpreadProcesses.of(
                reader, application.key(), lost.held(application.key(), state.terms()));
    SharedParts shared = new SharedParts();
    Map<ServiceKey, AnswerBuilder> builders = new HashMap<>();
    Map<String, List<Consumer<ApplicationInstance>>> groups = new HashMap<>();
    for (ServiceKey service : services) {
      AnswerBuilder builder = new AnswerBuilder(shared);
      Appearance appearance =
          application.isOwn(service)
              ? Appearance.ofApplication(instance -> earlier.shownFor(instance, state.terms()))
              : Appearance.ofInterface(service.name(), documents, spread);
      builders.put(service, builder);
      groups
          .computeIfAbsent(service.group(), group -> new ArrayList<>())
          .add(instance -> appearance.add(instance, builder));
    }
    groups.forEach(
        (group, all) ->
            reader.visit(
                application.service(group),
                owned -> all.forEach(each -> each.accept(owned.instance()))));
    // After the catalog: what was lost before it was read is known by now.
    lost.held(application.key(), state.terms())
        .forEach(
            instance ->
                groups
                    .getOrDefault(instance.group(), List.of())
                    .forEach(each -> each.accept(instance)));
    Map<ServiceKey, Answer> answers = new HashMap<>();
    builders.forEach((service, builder) -> answers.put(service, builder.build(state.generation())));
    return answers;
  }

  /** Read before the instances, because who visits those must not read anything else. */
  private Map<MetadataRevision, MetadataDocument> documents(
      ApplicationKey application, ShownApplication.State state) {
    Map<MetadataRevision, MetadataDocument> documents = new HashMap<>();
    for (MetadataRevision revision : state.registered()) {
      lost.document(application, revision).ifPresent(it -> documents.put(revision, it));
    }
    return documents;
  }

  void put(ShownApplication application, ServiceKey service, Answer answer) {
    cache.put(new Part(application.key(), service), answer);
  }

  void forget(ShownApplication application, ServiceKey service) {
    cache.invalidate(new Part(application.key(), service));
  }

  void clear() {
    cache.invalidateAll();
  }

  /** Gives back the memory of what nobody has asked for lately. */
  void tidy() {
    cache.cleanUp();
  }

  long size() {
    return cache.size();
  }

  long bytes() {
    return cache.asMap().values().stream().mapToLong(Answer::bytes).sum();
  }

  long computed() {
    return computed.sum();
  }
}
