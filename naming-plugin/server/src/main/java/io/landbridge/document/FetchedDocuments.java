package io.landbridge.document;

import io.landbridge.document.FetchQueue.Lane;
import io.landbridge.document.FetchQueue.Task;
import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.dubbo.DocumentAddress.AtProvider;
import io.landbridge.dubbo.DocumentAddress.InConfiguration;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ProvenDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.publish.ConfigCentre;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads documents from the configuration centre and, of applications for which that is allowed,
 * asks providers, on a few threads of its own.
 *
 * <p>One document is looked for at one place at a time. Providers are asked at a limited rate; each
 * has limited time, and each answer a limited size. What comes is believed only if it has the hash
 * that was asked for, so it does not matter who gave it.
 */
public final class FetchedDocuments implements DocumentSource, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FetchedDocuments.class);

  /** How many documents are looked for, or remembered, at most. */
  static final int MAX_DOCUMENTS = 10_000;

  /** How much heap the remembered ones may take, about. */
  static final long MAX_BYTES = 16L << 20;

  /** And each of them: one that did not fit would be forgotten at once, and looked for again. */
  private static final long MAX_DOCUMENT_BYTES = MAX_BYTES / 4;

  private static final int PROVIDER_THREADS = 4;
  private static final int CONFIGURATION_PER_SECOND = 500;
  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long CLOSE_MILLIS = 5_000;
  private static final long PAUSE_AFTER_DEFECT_MILLIS = 1_000;

  private static final String FROM_CONFIGURATION = "configuration";

  /** Who asks: one for the configuration centre, one for each protocol of providers. */
  record Fetchers(
      Fetcher<InConfiguration> configuration, Map<String, Fetcher<AtProvider>> providers) {
    Fetchers {
      providers = Map.copyOf(providers);
    }
  }

  private final boolean askProviders;
  private final Predicate<ApplicationKey> mayAsk;
  private final Fetchers fetchers;
  private final List<Consumer<MetadataRevision>> listeners = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // All guarded by lock.
  private final FetchQueue fetches;
  private final Map<Lane, TokenBucket> buckets = new EnumMap<>(Lane.class);
  private final Map<String, Long> asked = new TreeMap<>();
  private final Map<Reason, Long> failures = new EnumMap<>(Reason.class);
  private long found;
  private boolean closed;

  /**
   * Makes the source; it asks nobody before {@link #start}.
   *
   * @param config limits
   * @param centre where providers with remote metadata write theirs
   * @param mayAsk whether providers of an application may be asked; from any thread, quick. The
   *     configuration centre is read for every application
   */
  public FetchedDocuments(
      DocumentConfig config, ConfigCentre centre, Predicate<ApplicationKey> mayAsk) {
    this(
        config,
        fetchers(config, centre, new Reach(new HostNames(), config.allow(), config.deny())),
        mayAsk);
  }

  private static Fetchers fetchers(DocumentConfig config, ConfigCentre centre, Reach reach) {
    return new Fetchers(
        new ConfigurationFetcher(centre),
        Map.of(
            "dubbo", new DubboFetcher(config.connect(), config.answer(), reach),
            "tri", new TripleFetcher(config.connect(), config.answer(), reach)));
  }

  FetchedDocuments(DocumentConfig config, Fetchers fetchers, Predicate<ApplicationKey> mayAsk) {
    this.askProviders = config.ask();
    this.mayAsk = mayAsk;
    this.fetchers = fetchers;
    this.fetches =
        new FetchQueue(
            MAX_DOCUMENTS,
            MAX_BYTES,
            config.firstPause().toNanos(),
            config.longestPause().toNanos());
    long now = System.nanoTime();
    buckets.put(Lane.CONFIGURATION, new TokenBucket(CONFIGURATION_PER_SECOND, now));
    buckets.put(Lane.PROVIDER, new TokenBucket(config.perSecond(), now));
    asked.put(FROM_CONFIGURATION, 0L);
    fetchers.providers().keySet().forEach(protocol -> asked.put(protocol, 0L));
    for (Reason reason : Reason.ofPlaces()) {
      failures.put(reason, 0L);
    }
    addThread(Lane.CONFIGURATION, "landbridge-documents");
    for (int i = 1; i <= PROVIDER_THREADS; i++) {
      addThread(Lane.PROVIDER, "landbridge-documents-" + i);
    }
  }

  private void addThread(Lane lane, String name) {
    Thread thread = new Thread(() -> work(lane), name);
    thread.setDaemon(true);
    threads.add(thread);
  }

  /** Starts the threads. */
  public void start() {
    threads.forEach(Thread::start);
  }

  @Override
  public Answer document(DocumentAddress where) {
    Optional<Unavailable> forbidden = forbidden(where);
    lock.lock();
    try {
      if (forbidden.isPresent()) {
        Optional<Known> known = fetches.known(where);
        return known.isPresent() ? known.get() : forbidden.get();
      }
      Lane lane = Lane.of(where);
      long now = System.nanoTime();
      long before = fetches.nanosUntilDue(lane, now);
      Answer answer = fetches.ask(where, now);
      if (fetches.nanosUntilDue(lane, now) < before) {
        changed.signalAll();
      }
      return answer;
    } finally {
      lock.unlock();
    }
  }

  private Optional<Unavailable> forbidden(DocumentAddress where) {
    if (!(where instanceof AtProvider provider)) {
      return Optional.empty();
    }
    if (!fetchers.providers().containsKey(provider.protocol())) {
      return Optional.of(
          new Unavailable(
              Reason.UNKNOWN_PROTOCOL,
              ("the provider's metadata service uses the protocol %s; configure dubbo or tri, or set"
                      + " its metadata-type to remote")
                  .formatted(FetchException.quote(provider.protocol()))));
    }
    if (!askProviders) {
      return Optional.of(
          new Unavailable(
              Reason.ASKING_OFF,
              "the document is stored at the provider, and landbridge.metadata.ask is false; set"
                  + " landbridge.metadata.ask to true, or the provider's metadata-type to"
                  + " remote"));
    }
    if (!mayAsk.test(provider.application())) {
      return Optional.of(
          new Unavailable(
              Reason.NOT_SWITCHED_ON,
              "the document is stored at the provider and will be fetched once the application is"
                  + " switched on"));
    }
    return Optional.empty();
  }

  @Override
  public void onArrival(Consumer<MetadataRevision> listener) {
    listeners.add(listener);
  }

  /** What was done so far. */
  public DocumentStatistics statistics() {
    lock.lock();
    try {
      return new DocumentStatistics(
          asked, found, failures, fetches.pending(), fetches.unavailable(), fetches.bytes());
    } finally {
      lock.unlock();
    }
  }

  /** Ends the threads, whatever they wait for, waiting for them a few seconds at most. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    threads.forEach(Thread::interrupt);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
    try {
      for (Thread thread : threads) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        thread.join(Math.max(1, left));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(Lane lane) {
    try {
      while (true) {
        try {
          carryOut(next(lane));
        } catch (RuntimeException | Error e) {
          // Whatever it was: nobody else would ask from then on.
          LOG.warn("Internal error between two metadata requests; please report this bug", e);
          Thread.sleep(PAUSE_AFTER_DEFECT_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private Task next(Lane lane) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed) {
        long now = System.nanoTime();
        TokenBucket bucket = Objects.requireNonNull(buckets.get(lane));
        long wait = Math.max(fetches.nanosUntilDue(lane, now), bucket.nanosUntilOne(now));
        if (wait == 0) {
          Optional<Task> task = fetches.take(lane, now);
          if (task.isPresent()) {
            bucket.take(now);
            return task.get();
          }
        } else {
          changed.awaitNanos(Math.min(wait, IDLE_NANOS));
        }
      }
      throw new InterruptedException("closed");
    } finally {
      lock.unlock();
    }
  }

  private void carryOut(Task task) throws InterruptedException {
    Unavailable failure;
    try {
      // It may have been switched off since it was asked for.
      if (forbidden(task.where()).isPresent()) {
        withdraw(task);
        return;
      }
      found(task, proven(task.where(), ask(task.where())));
      return;
    } catch (FetchException e) {
      LOG.debug("Metadata request failed, provider={}", task.where(), e);
      failure = e.unavailable();
    } catch (RuntimeException | Error e) {
      LOG.warn(
          "Internal error while fetching metadata from {}; please report this bug",
          task.where(),
          e);
      failure =
          new Unavailable(Reason.FAULT, "fetching the document failed; see the log of this member");
    }
    failed(task, failure);
  }

  private MetadataDocument ask(DocumentAddress where) throws FetchException, InterruptedException {
    if (where instanceof AtProvider provider) {
      count(provider.protocol());
      return Objects.requireNonNull(fetchers.providers().get(provider.protocol())).ask(provider);
    }
    count(FROM_CONFIGURATION);
    return fetchers.configuration().ask((InConfiguration) where);
  }

  /** What the revision stands for, if the document that was found under it is that. */
  private static ProvenDocument proven(DocumentAddress where, MetadataDocument document)
      throws FetchException {
    if (!document.application().equals(where.application().name())) {
      throw new FetchException(
          Reason.WRONG_HASH,
          "the document of revision %s belongs to application '%s'"
              .formatted(where.revision(), document.application()));
    }
    long weight = SharedDocuments.weight(document);
    if (weight > MAX_DOCUMENT_BYTES) {
      throw new FetchException(
          Reason.TOO_LARGE,
          "the document of revision %s takes about %d bytes, which is too large"
              .formatted(where.revision(), weight));
    }
    return document
        .proven(where.revision())
        .orElseThrow(
            () ->
                new FetchException(
                    Reason.WRONG_HASH,
                    "the document of revision %s has the hash %s and cannot be verified; %s"
                        .formatted(
                            where.revision(),
                            document.revisionLike(where.revision()),
                            ProvenDocument.isKeptUnderAnother(where.revision())
                                ? "let the provider register its interfaces as well"
                                : "Dubbo before 3.0.3 uses another hash")));
  }

  private void count(String place) {
    lock.lock();
    try {
      asked.merge(place, 1L, Long::sum);
    } finally {
      lock.unlock();
    }
  }

  private void found(Task task, ProvenDocument document) {
    lock.lock();
    try {
      found++;
      fetches.found(task, document);
    } finally {
      lock.unlock();
    }
    tell(task);
  }

  private void failed(Task task, Unavailable failure) {
    boolean other;
    lock.lock();
    try {
      failures.merge(failure.kind(), 1L, Long::sum);
      other = fetches.failed(task, failure, System.nanoTime());
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (other) {
      LOG.info(
          "Document {} of {} is unavailable: {}",
          task.where().revision(),
          task.where().application(),
          failure.reason());
      tell(task);
    }
  }

  private void withdraw(Task task) {
    lock.lock();
    try {
      fetches.withdraw(task);
    } finally {
      lock.unlock();
    }
    tell(task);
  }

  private void tell(Task task) {
    for (Consumer<MetadataRevision> listener : listeners) {
      try {
        listener.accept(task.where().revision());
      } catch (RuntimeException | Error e) {
        LOG.warn("A listener failed", e);
      }
    }
  }
}
