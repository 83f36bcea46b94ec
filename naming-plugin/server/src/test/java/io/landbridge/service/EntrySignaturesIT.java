package io.landbridge.service;

import static io.landbridge.state.Samples.ALICE;
import static io.landbridge.state.Samples.BOB;
import static io.landbridge.state.Samples.SHOP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Result;
import io.landbridge.membership.Group;
import io.landbridge.membership.StillGroup;
import io.landbridge.model.MemberId;
import io.landbridge.raft.CapturedFaults;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.CatalogStateMachine;
import io.landbridge.raft.EntryKeys;
import io.landbridge.raft.EntrySigner;
import io.landbridge.raft.MemoryLog;
import io.landbridge.raft.ProposingCatalog;
import io.landbridge.raft.SkippedEntries;
import io.landbridge.record.EntryKey;
import io.landbridge.service.AdministrationException.Kind;
import io.landbridge.service.answer.SignatureStatus;
import io.landbridge.state.CatalogReader;
import io.landbridge.store.RocksStore;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether entries are signed is decided by an operator and by what all members have. */
class EntrySignaturesIT {

  private static final EntryKey OLD = EntryKey.of("identity", "old");
  private static final EntryKey NEW = EntryKey.of("identity", "new");
  private static final MemberId CAROL = new MemberId("10.0.0.3:8848");

  @TempDir Path directory;

  private final MemoryLog log = new MemoryLog(1);
  private final Map<MemberId, String> told = new HashMap<>();
  private final Group group =
      StillGroup.of(ALICE, Set.of(ALICE, BOB, CAROL), Set.of(ALICE, BOB, CAROL), told);
  private final AtomicLong nonces = new AtomicLong(-1);
  private RocksStore store;
  private CatalogReader reader;
  private Catalog catalog;

  @BeforeEach
  void start() throws Exception {
    // It had the old identity before.
    Path file = directory.resolve("entry-keys");
    EntryKeys.open(file, Optional.of(OLD));
    EntryKeys keys = EntryKeys.open(file, Optional.of(NEW));
    store = RocksStore.open(directory.resolve("store"));
    CatalogStateMachine machine =
        new CatalogStateMachine(store, new CapturedFaults(), SkippedEntries.none(), keys);
    reader = machine.reader();
    catalog = new ProposingCatalog(log.member(0), new EntrySigner(ALICE, 1, keys, reader));
    log.member(0).join(machine);
  }

  @AfterEach
  void stop() {
    store.close();
  }

  @Test
  void theyAreSignedOnceEveryMemberHasTheKey() throws Exception {
    EntrySignatures signatures = signatures(OLD);
    told.put(BOB, OLD.id());

    assertConflict(signatures, CAROL + " has not told of a key");
    told.put(CAROL, NEW.id());
    assertConflict(signatures, CAROL + " has key " + NEW.id());
    told.put(CAROL, OLD.id());

    assertThat(signatures.require(true, true).required()).isEqualTo(OLD.id());
    assertThat(reader.signatures()).isEmpty();
    assertThat(signatures.require(true, false)).isEqualTo(signatures.status());
    assertThat(signatures.status().required()).isEqualTo(OLD.id());
    int entries = log.entries().size();
    signatures.require(true, false);
    assertThat(log.entries()).hasSize(entries);
    assertThat(catalog.propose(new SwitchTranslation(SHOP, true, false, 1)).get())
        .isEqualTo(Result.APPLIED);

    assertThat(signatures.require(false, true).required()).isEmpty();
    assertThat(reader.signatures()).isPresent();
    signatures.require(false, false);
    signatures.require(false, false);
    assertThat(signatures.status().required()).isEmpty();
    assertThat(catalog.propose(new SwitchTranslation(SHOP, false, false, 2)).get())
        .isEqualTo(Result.APPLIED);
  }

  @Test
  void aMemberWithoutAnIdentitySaysWhatToSet() {
    EntrySignatures signatures =
        new EntrySignatures(
            Optional.empty(), group, log.member(0), reader, catalog, nonces::incrementAndGet);

    assertConflict(signatures, "nacos.core.auth.server.identity.key");
    assertThat(signatures.status()).isEqualTo(new SignatureStatus("", ""));
  }

  @Test
  void theKeyChangesOnceAllMembersHaveTheOtherIdentity() throws Exception {
    List.of(BOB, CAROL).forEach(each -> told.put(each, OLD.id()));
    signatures(OLD).require(true, false);
    EntrySignatures restarted = signatures(NEW);

    told.put(BOB, NEW.id());
    assertThat(restarted.renew()).isEmpty();
    assertThat(restarted.status()).isEqualTo(new SignatureStatus(OLD.id(), NEW.id()));

    told.put(CAROL, NEW.id());
    assertThat(restarted.renew()).contains(NEW.id());
    assertThat(restarted.status()).isEqualTo(new SignatureStatus(NEW.id(), NEW.id()));
    int entries = log.entries().size();
    assertThat(restarted.renew()).isEmpty();
    assertThat(log.entries()).hasSize(entries);
  }

  @Test
  void nothingIsRequiredByItself() throws Exception {
    List.of(BOB, CAROL).forEach(each -> told.put(each, NEW.id()));

    assertThat(signatures(NEW).renew()).isEmpty();
    assertThat(log.entries()).isEmpty();
  }

  private EntrySignatures signatures(EntryKey own) {
    return new EntrySignatures(
        Optional.of(own.id()), group, log.member(0), reader, catalog, nonces::incrementAndGet);
  }

  private static void assertConflict(EntrySignatures signatures, String what) {
    assertThatThrownBy(() -> signatures.require(true, false))
        .isInstanceOfSatisfying(
            AdministrationException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFLICT))
        .hasMessageContaining(what);
  }
}
