package io.landbridge.raft;

import io.landbridge.command.Command;
import io.landbridge.command.EntryId;
import io.landbridge.command.Result;
import io.landbridge.command.Result.Outcome;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ServiceKey;
import io.landbridge.record.CommandDecoder;
import io.landbridge.record.ResultCodec;
import io.landbridge.record.UnreadableRecordException;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.Change;
import io.landbridge.state.Decider;
import io.landbridge.state.Decision;
import io.landbridge.store.Store;
import io.landbridge.store.Transaction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every entry's way into the store: decode, decide, store, tell.
 *
 * <p>A rejected command, damaged bytes and an entry the members have agreed to leave out are the
 * same for every member: they are counted and answered, and nothing else happens. What is wrong
 * with this member alone, be it a store that does not take a write, a snapshot it cannot read or an
 * entry of a format only newer members know, ends its following the log: the fault handler is told,
 * and from then on nothing is applied, saved or loaded, so that a wrong state cannot spread by a
 * snapshot.
 */
public final class CatalogStateMachine implements ReplicatedStateMachine {

  private static final Logger LOG = LoggerFactory.getLogger(CatalogStateMachine.class);

  private final Store store;
  private final CommandDecoder decoder = new CommandDecoder();
  private final LocalCatalog catalog;
  private final FaultHandler faults;
  private final UnreadableEntries unreadable;
  private final SignatureCheck signatures;

  /** Why nothing is applied any more; empty while all is well. Written once. */
  private volatile String failure = "";

  /**
   * Makes a machine.
   *
   * @param store empty, and from now on written by this machine alone
   * @param faults told when this member cannot go on
   */
  public CatalogStateMachine(Store store, FaultHandler faults) {
    this(store, faults, SkippedEntries.none(), EntryKeys.none());
  }

  /**
   * Makes a machine that leaves entries out, and can read signed ones.
   *
   * @param store empty, and from now on written by this machine alone
   * @param faults told when this member cannot go on
   * @param skipped the entries the members have agreed to leave out
   * @param keys what this member has to tell signatures
   */
  public CatalogStateMachine(
      Store store, FaultHandler faults, SkippedEntries skipped, EntryKeys keys) {
    this.store = store;
    this.catalog = new LocalCatalog(store);
    this.faults = faults;
    this.signatures = new SignatureCheck(keys);
    this.unreadable = new UnreadableEntries(skipped, System::nanoTime, LOG::warn);
  }

  /** What this member could not read. Safe for use from any thread. */
  public UnreadableEntryCounts entries() {
    return unreadable.statistics();
  }

  /** What was applied so far. Safe for use from any thread. */
  public CatalogReader reader() {
    return catalog;
  }

  // Whatever goes wrong, errors of the virtual machine included, must not reach the caller.
  @SuppressWarnings("CatchingThrowable")
  @Override
  public byte[] apply(byte[] entry) {
    try {
      if (!failure.isEmpty()) {
        return unreadable
            .afterStop(entry, it -> signatures.behindStop(store, it, decoder))
            .map(ResultCodec::encode)
            .orElseGet(() -> refused(failure));
      }
      return ResultCodec.encode(applied(entry));
    } catch (MissingKeyException e) {
      return refused(fail("this member has stopped before a signed entry: " + why(e), e));
    } catch (UnreadableRecordException e) {
      return refused(fail("this member has stopped before an unreadable entry: " + why(e), e));
    } catch (Throwable e) {
      return refused(fail("the catalog of this member cannot be written: " + e, e));
    }
  }

  /** Throws only for what this member cannot read but others perhaps can. */
  private Result applied(byte[] entry) throws UnreadableRecordException, MissingKeyException {
    if (unreadable.leavesOut() && unreadable.isLeftOut(number(), entry)) {
      return passedOver(Outcome.UNREADABLE, "the members have agreed to skip this entry");
    }
    SignatureCheck.Verdict verdict;
    try {
      verdict = signatures.check(store, entry, decoder);
    } catch (MissingKeyException e) {
      if (e.isFirst()) {
        unreadable.stopAt(EntryId.of(number(), entry), String.valueOf(e.getMessage()));
      }
      throw e;
    } catch (UnreadableRecordException e) {
      String why = String.valueOf(e.getMessage());
      if (e.isNewer()) {
        unreadable.stopAt(EntryId.of(number(), entry), why);
        throw e;
      }
      unreadable.damaged(number(), why);
      return passedOver(Outcome.UNREADABLE, why);
    }
    if (verdict instanceof SignatureCheck.Refused refused) {
      unreadable.refused(number(), refused.why());
      return passedOver(Outcome.UNSIGNED, refused.why());
    }
    return applied((SignatureCheck.Accepted) verdict);
  }

  private Result applied(SignatureCheck.Accepted accepted) {
    Command command = accepted.command();
    Decision decision;
    try (Transaction transaction = store.begin()) {
      decision = Decider.decide(transaction, command);
      catalog.losses().before(transaction, command, decision.changes());
      transaction.commit(withSigner(decision, accepted));
    }
    catalog.losses().after(decision.changes());
    catalog.claimed(decision.changes());
    catalog.imported(decision.importedInstances());
    catalog.bridged(decision.imported(), decision.bridge());
    catalog.advanced(decision.applications(), decision.terms());
    return decision.result();
  }

  /**
   * Notes who has signed the entry, whatever became of it: what is rejected now could be applied
   * later. Where another requirement begins, or none, nothing signed before is valid any more.
   */
  private static List<Change> withSigner(Decision decision, SignatureCheck.Accepted accepted) {
    boolean other =
        decision.changes().stream()
            .anyMatch(
                it ->
                    it instanceof Change.PutRequirement || it instanceof Change.RemoveRequirement);
    if (accepted.signer().isEmpty() || other) {
      return decision.changes();
    }
    List<Change> changes = new ArrayList<>(decision.changes());
    changes.add(new Change.PutSigner(accepted.signer().get()));
    return changes;
  }

  private String why(Exception e) {
    return unreadable
        .statistics()
        .stopped()
        .map(
            stopped ->
                "number %d, SHA-256 %s: %s; if no newer plugin has written it, 'landbridge"
                        .formatted(
                            stopped.entry().number(), stopped.entry().sha256(), e.getMessage())
                    + " skip-entry' leaves it out on all members")
        .orElse(String.valueOf(e.getMessage()));
  }

  /** Of the entry that is applied next. */
  private long number() {
    return store.position().applied() + 1;
  }

  private Result passedOver(Outcome outcome, String why) {
    store.commit(List.of());
    catalog.advanced(Collections.emptySortedSet(), Collections.emptySortedSet());
    return Result.rejected(outcome, why);
  }

  @Override
  public long applied() throws IOException {
    requireHealthy();
    return store.position().applied();
  }

  @Override
  public List<String> save(Path directory) throws IOException {
    requireHealthy();
    return store.save(directory);
  }

  @Override
  public void load(Path directory) throws IOException {
    requireHealthy();
    SortedSet<ApplicationKey> changed = new TreeSet<>(store.applications());
    SortedSet<ServiceKey> imported = new TreeSet<>(store.importedServices().keySet());
    try {
      store.load(directory, catalog.losses());
      signatures.requireKey(store);
    } catch (MissingKeyException e) {
      throw new IOException(fail(String.valueOf(e.getMessage()), e), e);
    } catch (IOException | RuntimeException | Error e) {
      fail("this member cannot read the snapshot of the catalog: " + e.getMessage(), e);
      throw e;
    }
    changed.addAll(store.applications());
    imported.addAll(store.importedServices().keySet());
    catalog.bridged(imported, true);
    catalog.losses().restored();
    catalog.restored(changed);
  }

  @Override
  public void stopped(String why, Throwable cause) {
    fail(why, cause);
  }

  private void requireHealthy() throws IOException {
    if (!failure.isEmpty()) {
      throw new IOException(failure);
    }
  }

  /** The first failure counts: whatever comes after it follows from it. */
  private synchronized String fail(String what, Throwable cause) {
    if (!failure.isEmpty()) {
      return failure;
    }
    failure = what;
    try {
      faults.failed(what, cause);
    } catch (RuntimeException e) {
      LOG.error("The fault handler failed: {}", what, e);
    }
    return what;
  }

  private static byte[] refused(String why) {
    return ResultCodec.encode(Result.rejected(Outcome.UNREADABLE, why));
  }
}
