package io.landbridge.service;

import io.landbridge.membership.Group;
import io.landbridge.membership.GroupView;
import io.landbridge.model.MemberId;
import io.landbridge.model.NamespaceId;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.service.answer.BackupPage;
import io.landbridge.service.answer.ConfigurationStatus;
import io.landbridge.service.answer.EntryStatus;
import io.landbridge.service.answer.GroupStatus;
import io.landbridge.service.answer.RestoreOutcome;
import io.landbridge.service.answer.SignatureStatus;
import io.landbridge.service.answer.SuspensionStatus;
import io.landbridge.state.CatalogReader;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** Keeps the catalog of a running plugin in order. */
public final class CatalogMaintenance implements Maintenance {

  private final Group group;
  private final boolean reconcile;
  private final CatalogReader reader;
  private final LongSupplier freeBytes;
  private final LongSupplier clock;
  private final CatalogBackup backup;
  private final Suspendable suspendable;
  private final Configurations configurations;
  private final EntryAgreement agreement;
  private final EntrySignatures signatures;

  /** What can be suspended. */
  @FunctionalInterface
  public interface Suspendable {

    /** Suspends it or lets it go on; what is so already stays so. */
    SuspensionStatus suspend(boolean suspended);
  }

  /**
   * Creates a CatalogMaintenance.
   *
   * @param identity this member
   * @param log the group
   * @param group its members
   * @param reconcile whether this member changes the peers when it leads
   * @param reader this member's catalog
   * @param catalog where what is restored is proposed
   * @param suspendable what this member shows
   * @param agreement has this member leave out an entry it has stopped at
   * @param signatures has entries signed
   * @param configurations the configuration centre
   * @param freeBytes room left on the disk; -1 when it is not known
   * @param clock milliseconds since 1970
   */
  public CatalogMaintenance(
      MemberIdentity identity,
      ReplicatedLog log,
      Group group,
      boolean reconcile,
      CatalogReader reader,
      Catalog catalog,
      Suspendable suspendable,
      EntryAgreement agreement,
      EntrySignatures signatures,
      ConfigCentre configurations,
      LongSupplier freeBytes,
      LongSupplier clock) {
    this.group = group;
    this.reconcile = reconcile;
    this.reader = reader;
    this.suspendable = suspendable;
    this.agreement = agreement;
    this.signatures = signatures;
    this.configurations = new Configurations(configurations);
    this.freeBytes = freeBytes;
    this.clock = clock;
    this.backup = new CatalogBackup(identity, log, group, reader, catalog, clock);
  }

  @Override
  public BackupPage backup(String after, boolean stale) throws AdministrationException {
    return backup.page(after, stale);
  }

  @Override
  public RestoreOutcome restore(String entry, boolean dryRun) throws AdministrationException {
    return backup.restore(entry, dryRun);
  }

  @Override
  public SuspensionStatus suspend(boolean suspended) {
    return suspendable.suspend(suspended);
  }

  @Override
  public EntryStatus skipEntry(long number, String sha256, List<String> without)
      throws AdministrationException {
    return agreement.agree(number, sha256, without);
  }

  @Override
  public SignatureStatus requireSignatures(boolean required, boolean dryRun)
      throws AdministrationException {
    return signatures.require(required, dryRun);
  }

  @Override
  public ConfigurationStatus configuration(NamespaceId namespace, String name, String dataId)
      throws AdministrationException {
    return configurations.read(namespace, name, dataId);
  }

  @Override
  public ConfigurationStatus replaceConfiguration(
      NamespaceId namespace, String name, String dataId, String expected, String content)
      throws AdministrationException {
    return configurations.replace(namespace, name, dataId, expected, content);
  }

  @Override
  public GroupStatus group() {
    GroupView view = group.view();
    return new GroupStatus(
        view.self().address(),
        view.leader().map(MemberId::address).orElse(""),
        view.term().orElse(0),
        addresses(view.peers()),
        addresses(view.alive()),
        view.members().entrySet().stream()
            .map(
                each ->
                    new GroupStatus.ListedMember(
                        each.getKey().address(),
                        each.getValue().up(),
                        each.getValue().announced().isPresent(),
                        addresses(each.getValue().announced().orElseGet(TreeSet::new)),
                        each.getValue().key().orElse("")))
            .toList(),
        reader.position().applied(),
        view.snapshotIndex().orElse(0),
        freeBytes.getAsLong(),
        clock.getAsLong(),
        reconcile,
        group.serverGroups().stream()
            .map(
                each ->
                    new GroupStatus.ServerGroup(
                        each.name(), each.leads(), each.term(), addresses(each.peers())))
            .toList(),
        signatures.status());
  }

  private static List<String> addresses(Collection<MemberId> members) {
    return members.stream().map(MemberId::address).toList();
  }
}
