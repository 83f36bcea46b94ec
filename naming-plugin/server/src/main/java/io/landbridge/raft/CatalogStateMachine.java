package io.landbridge.raft;

import io.landbridge.command.Command;
import io.landbridge.command.Result;
import io.landbridge.command.Result.Outcome;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ServiceKey;
import io.landbridge.record.CommandDecoder;
import io.landbridge.record.ResultCodec;
import io.landbridge.record.UnreadableRecordException;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.Decider;
import io.landbridge.state.Decision;
import io.landbridge.store.Store;
import io.landbridge.store.Transaction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every entry's way into the store: decode, decide, store, tell.
 *
 * <p>A rejected command and damaged bytes are the same for every member: they are counted and
 * answered, and nothing else happens. What is wrong with this member alone, be it a store that does
 * not take a write, a snapshot it cannot read or an entry of a format only newer members know, ends
 * its following the log: the fault handler is told, and from then on nothing is applied, saved or
 * loaded, so that a wrong state cannot spread by a snapshot.
 */
public final class CatalogStateMachine implements ReplicatedStateMachine {

  private static final Logger LOG = LoggerFactory.getLogger(CatalogStateMachine.class);

  private final Store store;
  private final CommandDecoder decoder = new CommandDecoder();
  private final LocalCatalog catalog;
  private final FaultHandler faults;

  /** Why nothing is applied any more; empty while all is well. Written once. */
  private volatile String failure = "";

  /**
   * Makes a machine.
   *
   * @param store empty, and from now on written by this machine alone
   * @param faults told when this member cannot go on
   */
  public CatalogStateMachine(Store store, FaultHandler faults) {
    this.store = store;
    this.catalog = new LocalCatalog(store);
    this.faults = faults;
  }

  /** What was applied so far. Safe for use from any thread. */
  public CatalogReader reader() {
    return catalog;
  }

  // Whatever goes wrong, errors of the virtual machine included, must not reach the caller.
  @SuppressWarnings("CatchingThrowable")
  @Override
  public byte[] apply(byte[] entry) {
    if (!failure.isEmpty()) {
      return refused(failure);
    }
    try {
      return ResultCodec.encode(applied(entry));
    } catch (UnreadableRecordException e) {
      return refused(fail("this member is too old for the log: " + e.getMessage(), e));
    } catch (Throwable e) {
      return refused(fail("the catalog of this member cannot be written: " + e, e));
    }
  }

  /** Throws only for what this member cannot read but others perhaps can. */
  private Result applied(byte[] entry) throws UnreadableRecordException {
    Command command;
    try {
      command = decoder.decode(entry);
    } catch (UnreadableRecordException e) {
      if (e.isNewer()) {
        throw e;
      }
      store.commit(List.of());
      catalog.advanced(Collections.emptySortedSet(), Collections.emptySortedSet());
      return Result.rejected(Outcome.UNREADABLE, String.valueOf(e.getMessage()));
    }
    Decision decision;
    try (Transaction transaction = store.begin()) {
      decision = Decider.decide(transaction, command);
      catalog.losses().before(transaction, command, decision.changes());
      transaction.commit(decision.changes());
    }
    catalog.losses().after(decision.changes());
    catalog.claimed(decision.changes());
    catalog.imported(decision.importedInstances());
    catalog.bridged(decision.imported(), decision.bridge());
    catalog.advanced(decision.applications(), decision.terms());
    return decision.result();
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
      LOG.error("the fault handler failed when told: {}", what, e);
    }
    return what;
  }

  private static byte[] refused(String why) {
    return ResultCodec.encode(Result.rejected(Outcome.UNREADABLE, why));
  }
}
