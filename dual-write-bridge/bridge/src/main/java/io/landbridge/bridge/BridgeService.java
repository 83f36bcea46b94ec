package io.landbridge.bridge;

import io.landbridge.bridge.exports.ExportProgress;
import io.landbridge.bridge.imports.ImportProgress;
import io.landbridge.command.BridgeTerms;
import io.landbridge.command.Command.SwitchBridge;
import io.landbridge.command.Result;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.MemberId;
import io.landbridge.model.ServiceKey;
import io.landbridge.raft.Catalog;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.AdministrationException.Kind;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.answer.BridgeDifference;
import io.landbridge.service.answer.BridgeStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.BridgeSteps;
import io.landbridge.state.CatalogReader;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Answers an operator from the catalog and from what this member does. */
public final class BridgeService implements BridgeAdministration {

  private static final long PROPOSAL_SECONDS = 12;
  private static final long APPLY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final MemberId self;
  private final CatalogReader reader;
  private final Catalog catalog;
  private final LegacyBridge bridge;
  private final LongSupplier clock;

  /**
   * Creates the bridge's administration.
   *
   * @param self this member
   * @param reader this member's catalog
   * @param catalog where changes are proposed
   * @param bridge what this member does
   * @param clock milliseconds since 1970
   */
  public BridgeService(
      MemberId self,
      CatalogReader reader,
      Catalog catalog,
      LegacyBridge bridge,
      LongSupplier clock) {
    this.self = self;
    this.reader = reader;
    this.catalog = catalog;
    this.bridge = bridge;
    this.clock = clock;
  }

  @Override
  public BridgeStatus status() {
    BridgeRecord record = reader.bridge();
    ImportProgress imports = bridge.imports();
    ExportProgress exports = bridge.exports();
    SortedMap<ServiceKey, Integer> services = reader.importedServices();
    return new BridgeStatus(
        record.terms().phase(),
        record.terms().paused(),
        record.terms().servers(),
        record.terms().username(),
        record.since(),
        record.epoch(),
        record.epoch() == 0 ? "" : record.origin(),
        record.active().map(MemberId::address).orElse(""),
        self.address(),
        record.firstSync(),
        new BridgeStatus.Side(
            services.size(),
            services.values().stream().mapToInt(Integer::intValue).sum(),
            services.keySet().stream()
                .map(each -> each.namespace().value())
                .distinct()
                .sorted()
                .toList()),
        record.terms().phase() == BridgePhase.CUT_OVER ? bridge.registeredThereAlone().size() : 0,
        new BridgeStatus.Legacy(
            imports.services(),
            imports.instances(),
            imports.exported(),
            imports.others(),
            imports.readAt(),
            imports.readMillis(),
            imports.reading() ? Math.max(0, clock.getAsLong() - imports.readAt()) : -1),
        new BridgeStatus.Export(exports.exported(), exports.waiting()),
        imports.held(),
        new BridgeStatus.Comparison(
            imports.compared().services(),
            imports.compared().differing(),
            imports.compared().equalSince()),
        imports.differences().size(),
        imports.lasting(),
        Stream.of(imports.problem(), exports.problem()).filter(it -> !it.isEmpty()).toList());
  }

  @Override
  public BridgeStatus change(Wanted wanted) throws AdministrationException {
    BridgeRecord before = reader.bridge();
    BridgeTerms terms =
        new BridgeTerms(
            wanted.phase().orElse(before.terms().phase()),
            wanted.paused().orElse(before.terms().paused()),
            wanted.servers().isPresent()
                ? checked(wanted.servers().get())
                : before.terms().servers(),
            wanted.username().orElse(before.terms().username()));
    if (terms.equals(before.terms())) {
      return status();
    }
    require(before, terms);
    long epoch = propose(new SwitchBridge(before.epoch(), terms, clock.getAsLong(), newId()));
    await(epoch);
    // After the answer to a pause, an operator must not see the bridge register another instance.
    bridge.awaitChanges();
    return status();
  }

  /** Kept only if there never was a bridge. 48 bits: a handful of clusters share a legacy one. */
  private static String newId() {
    byte[] id = new byte[6];
    new SecureRandom().nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  private static List<String> checked(List<String> servers) throws AdministrationException {
    try {
      servers.forEach(ServerAddress::parse);
      return List.copyOf(new TreeSet<>(servers));
    } catch (IllegalArgumentException e) {
      throw new AdministrationException(Kind.BAD_REQUEST, String.valueOf(e.getMessage()));
    }
  }

  private void require(BridgeRecord before, BridgeTerms terms) throws AdministrationException {
    BridgePhase from = before.terms().phase();
    BridgePhase to = terms.phase();
    Optional<BridgeSteps.Refusal> refusal = BridgeSteps.refusal(before, terms);
    if (refusal.isPresent()) {
      throw new AdministrationException(
          refusal.get().isIncomplete() ? Kind.BAD_REQUEST : Kind.CONFLICT, refusal.get().detail());
    }
    boolean others = !terms.servers().equals(before.terms().servers());
    if (to.imports() && (!from.imports() || others)) {
      requireReadable(terms);
    }
    if (to == BridgePhase.DONE && from == BridgePhase.CUT_OVER) {
      List<String> left = bridge.registeredThereAlone();
      if (!left.isEmpty()) {
        throw conflict(
            ("%d instances are registered in the legacy cluster only and would be lost, for example"
                    + " %s; move their clients to this cluster first")
                .formatted(left.size(), left.get(0)));
      }
    }
    if (to == BridgePhase.CUT_OVER && from == BridgePhase.DUAL_WRITE) {
      requireEqual(before);
    }
  }

  /** A wrong address, user or password shows at once, and not in a status later. */
  private void requireReadable(BridgeTerms terms) throws AdministrationException {
    try {
      bridge.probe(terms);
    } catch (RegistryException e) {
      throw conflict(
          "%s cannot read the legacy cluster: %s".formatted(self.address(), e.getMessage()));
    }
  }

  /** Only the member that imports knows what is different. */
  private void requireEqual(BridgeRecord before) throws AdministrationException {
    requireActive(before);
    ImportProgress imports = bridge.imports();
    if (before.terms().paused() || !imports.problem().isEmpty() || !imports.reading()) {
      throw conflict(
          "the bridge is not running, so the clusters cannot be compared: %s"
              .formatted(imports.problem().isEmpty() ? "the bridge is paused" : imports.problem()));
    }
    requireCompared(before, imports);
    if (clock.getAsLong() > imports.compared().goodUntil()) {
      throw conflict(
          "the last comparison of both clusters was %d s ago and is outdated"
              .formatted((clock.getAsLong() - imports.readAt()) / 1_000));
    }
    ExportProgress exports = bridge.exports();
    if (exports.waiting() > 0) {
      throw conflict(
          "%d exports are pending on %s%s"
              .formatted(
                  exports.waiting(),
                  self.address(),
                  exports.problem().isEmpty() ? "" : ": " + exports.problem()));
    }
    List<BridgeDifference> differences = imports.differences();
    if (imports.compared().differing() > 0) {
      BridgeDifference first = differences.get(0);
      throw conflict(
          ("%d of %d services differ between the clusters, for example %s:%d in %s: %s; see"
                  + " 'landbridge bridge diff'")
              .formatted(
                  imports.compared().differing(),
                  imports.compared().services(),
                  first.ip(),
                  first.port(),
                  first.service(),
                  first.reason()));
    }
  }

  /** What was compared under other terms says nothing about these. */
  private static void requireCompared(BridgeRecord record, ImportProgress imports)
      throws AdministrationException {
    if (record.terms().paused()) {
      throw conflict("the bridge is paused, so nothing is compared: resume the bridge");
    }
    if (imports.epoch() != record.epoch()) {
      throw conflict(
          "the comparison since the last change of the bridge is not complete: wait a moment");
    }
  }

  private void requireActive(BridgeRecord record) throws AdministrationException {
    if (!record.active().filter(self::equals).isPresent()) {
      throw conflict(
          "only the importing member knows the differences: query "
              + record.active().map(MemberId::address).orElse("again once a member imports"));
    }
  }

  @Override
  public Page<BridgeDifference> differences(PageRequest page) throws AdministrationException {
    BridgeRecord record = reader.bridge();
    requireActive(record);
    ImportProgress imports = bridge.imports();
    if (record.terms().phase().imports()) {
      requireCompared(record, imports);
    }
    List<BridgeDifference> all = imports.differences();
    int from = position(page.after(), all.size());
    int to = Math.min(all.size(), from + page.limit());
    return new Page<>(all.subList(from, to), to < all.size() ? String.valueOf(to) : "");
  }

  private static int position(String cursor, int size) {
    if (cursor.isEmpty()) {
      return 0;
    }
    if (!cursor.matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "invalid 'cursor': pass the 'next' of the previous page, or omit 'cursor' to start"
              + " again");
    }
    return Math.min(size, Integer.parseInt(cursor));
  }

  private long propose(SwitchBridge command) throws AdministrationException {
    try {
      Result result = catalog.propose(command).get(PROPOSAL_SECONDS, TimeUnit.SECONDS);
      if (result.outcome() != Result.Outcome.APPLIED) {
        throw conflict(
            result.outcome() == Result.Outcome.NOT_ALLOWED
                ? result.detail()
                : "concurrent change of the bridge: " + result.detail());
      }
      return command.expected() + 1;
    } catch (ExecutionException e) {
      throw unavailable("the change may not be committed: " + e.getCause());
    } catch (TimeoutException e) {
      throw unavailable("the Raft group did not answer within " + PROPOSAL_SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("this member is shutting down");
    }
  }

  /** What is answered must show the change, also on a follower. */
  private void await(long epoch) throws AdministrationException {
    long end = System.nanoTime() + APPLY_NANOS;
    try {
      while (reader.bridge().epoch() < epoch) {
        if (System.nanoTime() - end >= 0) {
          throw unavailable(
              "the change is committed, but this member has not applied the change yet");
        }
        TimeUnit.MILLISECONDS.sleep(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("this member is shutting down");
    }
  }

  private static AdministrationException conflict(String what) {
    return new AdministrationException(Kind.CONFLICT, what);
  }

  private static AdministrationException unavailable(String what) {
    return new AdministrationException(
        Kind.UNAVAILABLE, what + "; check the state of the bridge before you retry");
  }
}
