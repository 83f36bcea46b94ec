package io.landbridge.observe;

import io.landbridge.dubbo.Loss;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.raft.Catalog;
import io.landbridge.state.CatalogReader;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the catalog in step with the native registrations this member is responsible for.
 *
 * <p>Events of the server are marks on units only. A marked unit is read again, folded and compared
 * with the catalog; a slow pass over everything repairs what no event told. Safe for use from any
 * thread; no caller ever waits for the catalog.
 */
public final class RegistrationObserver implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RegistrationObserver.class);

  private static final long CLOSE_MILLIS = 5_000;
  private static final long PAUSE_AFTER_FAILURE_MILLIS = 1_000;

  private final NativeRegistry registry;
  private final CatalogReader reader;
  private final ProviderReading providers;
  private final Observation observation;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread thread;

  /**
   * Makes the observer; it does nothing before {@link #start}.
   *
   * @param self this member
   * @param epoch when it started, milliseconds since 1970
   * @param registry where registrations are read
   * @param reader this member's catalog
   * @param providers what it takes to understand application-level registrations
   * @param catalog where claims are proposed
   * @param living the members that are up, now
   * @param config delays
   */
  public RegistrationObserver(
      MemberId self,
      long epoch,
      NativeRegistry registry,
      CatalogReader reader,
      ProviderReading providers,
      Catalog catalog,
      Supplier<Set<MemberId>> living,
      ObserverConfig config) {
    this.registry = registry;
    this.reader = reader;
    this.providers = providers;
    long origin = System.nanoTime();
    this.observation =
        new Observation(
            self,
            epoch,
            registry,
            reader,
            providers,
            catalog,
            living,
            application -> reader.translation(application).enabled(),
            config,
            () -> System.nanoTime() - origin);
    this.thread = new Thread(this::loop, "landbridge-observer");
    this.thread.setDaemon(true);
  }

  /** Starts following. */
  public void start() {
    registry.onChange(
        unit -> {
          // The server goes on telling when there is nobody left to look.
          if (!closed.get()) {
            observation.mark(unit);
          }
        });
    reader.onClaim(observation::claimed);
    providers.source().onArrival(observation::arrived);
    reader.onChange(
        (applications, terms) -> {
          if (!terms.isEmpty()) {
            observation.switched(terms);
          }
        });
    thread.start();
  }

  /**
   * Looks again at registrations of which it is not known what they serve, because others may be
   * asked now than before. From any thread; quick.
   *
   * @param applications theirs
   */
  public void lookAgain(Set<ApplicationKey> applications) {
    observation.switched(applications);
  }

  /** What of this member's registrations cannot be translated; ten thousand at most. */
  public List<Loss> losses() {
    return observation.losses();
  }

  /**
   * Which of this member's processes of an application are not shown because their documents are
   * too large for the catalog; cheap.
   */
  public List<Loss> tooLarge(ApplicationKey application) {
    return observation.tooLarge(application);
  }

  /** What was done so far. */
  public ObserverSnapshot statistics() {
    return observation.statistics();
  }

  /**
   * Whether native clients of any member have an instance registered, as far as this member knows.
   * True as well while it has not seen everything once.
   */
  public boolean isRegistered(InstanceKey key) {
    return observation.isRegistered(key);
  }

  /** Ends the thread, after the step it is in, waiting for it a few seconds at most. */
  @Override
  public void close() {
    closed.set(true);
    thread.interrupt();
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void loop() {
    try {
      while (!closed.get()) {
        try {
          observation.step();
          observation.await();
        } catch (RuntimeException | Error e) {
          // Not even for want of memory: nobody else would follow them from then on.
          LOG.warn("Observing registrations failed; will be retried", e);
          Thread.sleep(PAUSE_AFTER_FAILURE_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      // Closed while it waited.
    }
  }
}
