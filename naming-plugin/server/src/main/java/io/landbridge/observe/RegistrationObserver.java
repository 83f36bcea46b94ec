package io.landbridge.observe;

import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Result;
import io.landbridge.dubbo.FoldResult;
import io.landbridge.dubbo.InterfaceFold;
import io.landbridge.dubbo.InterfaceRegistration;
import io.landbridge.dubbo.Loss;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ProposalException;
import io.landbridge.state.CatalogReader;
import io.landbridge.work.CoalescedTask;
import io.landbridge.work.CoalescedTask.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the catalog in step with the native registrations this member is responsible for.
 *
 * <p>Events of the server are marks only. Each run reads everything again, folds it and proposes
 * the difference, so a lost or doubled event is repaired by the next run.
 */
public final class RegistrationObserver implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RegistrationObserver.class);

  private static final long PROPOSAL_SECONDS = 30;

  private final MemberId self;
  private final long epoch;
  private final NativeRegistry registry;
  private final CatalogReader reader;
  private final Catalog catalog;
  private final Supplier<Set<MemberId>> living;
  private final long graceNanos;
  private final CoalescedTask task;

  // Touched by the task's thread alone.
  private Map<InstanceKey, ApplicationInstance> claimed = Map.of();
  private Set<ApplicationInstance> refused = Set.of();
  private long readySince;
  private boolean ready;

  private volatile List<Loss> losses = List.of();

  /**
   * Makes the observer; it does nothing before {@link #start}.
   *
   * @param self this member
   * @param epoch when it started, milliseconds since 1970
   * @param registry where registrations are read
   * @param reader this member's catalog
   * @param catalog where claims are proposed
   * @param living the members that are up, now
   * @param config delays
   */
  public RegistrationObserver(
      MemberId self,
      long epoch,
      NativeRegistry registry,
      CatalogReader reader,
      Catalog catalog,
      Supplier<Set<MemberId>> living,
      ObserverConfig config) {
    this.self = self;
    this.epoch = epoch;
    this.registry = registry;
    this.reader = reader;
    this.catalog = catalog;
    this.living = living;
    this.graceNanos = config.grace().toNanos();
    this.task =
        new CoalescedTask(
            "landbridge-observer",
            this::round,
            config.quietPeriod(),
            config.maxDelay(),
            config.fullScan());
  }

  /** Starts following. */
  public void start() {
    registry.onChange(task::mark);
    task.start();
    task.mark();
  }

  /** What of this member's registrations cannot be translated, as of the last run. */
  public List<Loss> losses() {
    return losses;
  }

  @Override
  public void close() {
    task.close();
  }

  private Outcome round() throws InterruptedException {
    Registrations registrations;
    try {
      registrations = registry.registrations();
    } catch (RegistryNotReadyException e) {
      LOG.debug("not observing yet: {}", e.getMessage());
      return Outcome.AGAIN;
    }
    long now = System.nanoTime();
    if (!ready) {
      ready = true;
      readySince = now;
    }
    FoldResult folded = InterfaceFold.fold(registrations.responsible());
    // What fits into no entry is not proposed again and again, until it changes or goes away.
    refused =
        folded.instances().stream()
            .filter(refused::contains)
            .filter(instance -> !isInCatalog(instance))
            .collect(Collectors.toUnmodifiableSet());
    report(losses(folded, refused));
    Optional<ClaimInstances> claim =
        ClaimDiff.of(
                self,
                epoch,
                folded,
                () -> keys(registrations.replicated()),
                claimed,
                reader,
                living.get(),
                now - readySince >= graceNanos)
            .flatMap(this::withoutRefused);
    if (claim.isPresent() && !propose(claim.get())) {
      return Outcome.AGAIN;
    }
    claimed =
        folded.instances().stream()
            .collect(Collectors.toUnmodifiableMap(ApplicationInstance::key, each -> each));
    return Outcome.DONE;
  }

  private static Set<InstanceKey> keys(List<InterfaceRegistration> registrations) {
    return InterfaceFold.fold(registrations).instances().stream()
        .map(ApplicationInstance::key)
        .collect(Collectors.toSet());
  }

  private Optional<ClaimInstances> withoutRefused(ClaimInstances claim) {
    List<ApplicationInstance> puts =
        claim.puts().stream().filter(each -> !refused.contains(each)).toList();
    return puts.isEmpty() && claim.releases().isEmpty()
        ? Optional.empty()
        : Optional.of(new ClaimInstances(self, epoch, puts, claim.documents(), claim.releases()));
  }

  private boolean isInCatalog(ApplicationInstance instance) {
    return reader
        .instance(instance.key())
        .filter(known -> known.instance().equals(instance))
        .isPresent();
  }

  private static List<Loss> losses(FoldResult folded, Set<ApplicationInstance> refused) {
    Stream<Loss> tooLarge =
        refused.stream()
            .sorted(Comparator.comparing(ApplicationInstance::key))
            .map(
                instance ->
                    new Loss(
                        Loss.Kind.TOO_LARGE,
                        instance.key().service(),
                        instance.ip() + ":" + instance.port(),
                        "the services of this process do not fit into one entry of the log;"
                            + " shorten their parameters or split the application"));
    return Stream.concat(folded.losses().stream(), tooLarge).toList();
  }

  private void report(List<Loss> found) {
    Set<Loss> known = Set.copyOf(losses);
    found.stream()
        .filter(loss -> !known.contains(loss))
        .limit(20)
        .forEach(
            loss ->
                LOG.warn(
                    "{} at {} is not translated{}: {}",
                    loss.service(),
                    loss.address(),
                    loss.kind().dropped() ? "" : " fully",
                    loss.detail()));
    losses = found;
  }

  private boolean propose(ClaimInstances claim) throws InterruptedException {
    try {
      Result result = catalog.propose(claim).get(PROPOSAL_SECONDS, TimeUnit.SECONDS);
      if (result.outcome() == Result.Outcome.APPLIED) {
        LOG.debug("claimed {}, released {}", claim.puts().size(), claim.releases().size());
        return true;
      }
      LOG.warn("the catalog refused a claim: {} {}", result.outcome(), result.detail());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ProposalException failure
          && failure.kind() == ProposalException.Kind.REFUSED) {
        // Everything that did fit is in; what did not is what the catalog still does not have.
        refused =
            Stream.concat(refused.stream(), claim.puts().stream())
                .filter(put -> !isInCatalog(put))
                .collect(Collectors.toUnmodifiableSet());
        LOG.warn("not everything fits into the catalog: {}", failure.getMessage());
        return false;
      }
      LOG.warn(
          "{} changes are not in the catalog yet and are tried again: {}",
          claim.puts().size() + claim.releases().size(),
          String.valueOf(e.getCause()));
    } catch (TimeoutException e) {
      LOG.warn("no answer from the catalog in {} s; the claim is tried again", PROPOSAL_SECONDS);
    }
    return false;
  }
}
