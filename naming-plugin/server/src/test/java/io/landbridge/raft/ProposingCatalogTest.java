package io.landbridge.raft;

import static io.landbridge.state.Samples.ALICE;
import static io.landbridge.state.Samples.SHOP;
import static io.landbridge.state.Samples.application;
import static io.landbridge.state.Samples.document;
import static io.landbridge.state.Samples.instance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.ForgetUnused;
import io.landbridge.command.Command.ReapInstances;
import io.landbridge.command.Command.RecordPublications;
import io.landbridge.command.Command.RestoreApplication;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Publication;
import io.landbridge.command.Result;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.CommandCodec;
import io.landbridge.record.ResultCodec;
import io.landbridge.record.SignedEntry;
import io.landbridge.record.UnreadableRecordException;
import io.landbridge.state.MemoryState;
import io.landbridge.state.Translation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProposingCatalogTest {

  private final MemoryLog log = new MemoryLog(1);
  private final MemoryState state = new MemoryState();
  private final Catalog catalog = new ProposingCatalog(log.member(0));

  @BeforeEach
  void join() {
    log.member(0).join(new MemoryMachine(state));
  }

  @Test
  void aSmallCommandIsOneEntry() throws Exception {
    assertThat(catalog.propose(claim(List.of(instance(SHOP, 1, 0)), documents(1))).get())
        .isEqualTo(Result.APPLIED);
    assertThat(log.entries()).hasSize(1);
  }

  @Test
  void aLongListOfWhatIsUnusedIsCut() throws Exception {
    List<MemberId> members = new ArrayList<>();
    List<ApplicationKey> applications = new ArrayList<>();
    for (int i = 0; i < 30_000; i++) {
      members.add(new MemberId("10.0.0.1:" + i));
      applications.add(application("application-" + i));
    }
    state.epochs.put(members.get(29_999), 1L);
    state.translations.put(applications.get(29_999), new Translation(false, false, 1));

    assertThat(catalog.propose(new ForgetUnused(members, applications, 2)).get())
        .isEqualTo(Result.APPLIED);

    assertThat(log.entries())
        .hasSizeBetween(2, 8)
        .allMatch(entry -> entry.length <= ReplicatedLog.MAX_ENTRY_BYTES);
    assertThat(state.epochs).isEmpty();
    assertThat(state.translations).isEmpty();
  }

  @Test
  void aLargeClaimIsCutIntoEntriesThatStandAlone() throws Exception {
    List<ApplicationInstance> puts = new ArrayList<>();
    for (int host = 0; host < 12_000; host++) {
      puts.add(instance(SHOP, host, host % 50));
    }
    InstanceKey gone = instance(SHOP, 20_000, 1).key();
    ClaimInstances claim = new ClaimInstances(ALICE, 3, puts, documents(50), List.of(gone));

    assertThat(catalog.propose(claim).get()).isEqualTo(Result.APPLIED);

    assertThat(log.entries())
        .hasSizeBetween(4, 40)
        .allSatisfy(it -> assertThat(it.length).isLessThanOrEqualTo(ReplicatedLog.MAX_ENTRY_BYTES));
    assertThat(state.instances).hasSize(12_000);
    for (byte[] entry : log.entries()) {
      ClaimInstances part = (ClaimInstances) CommandCodec.decode(entry);
      assertThat(new MemoryState().apply(part)).isEqualTo(Result.APPLIED);
    }
    ClaimInstances last =
        (ClaimInstances) CommandCodec.decode(log.entries().get(log.entries().size() - 1));
    assertThat(last.releases()).containsExactly(gone);
  }

  @Test
  void aRecordThatFitsNowhereIsNamedAndTheOthersAreApplied() {
    MetadataDocument huge =
        MetadataDocument.of(
            SHOP.name(),
            List.of(
                new ServiceEntry(
                    "org.demo.Huge",
                    "",
                    "",
                    "dubbo",
                    20880,
                    "org.demo.Huge",
                    new TreeMap<>(Map.of("value", random(1 << 20))))));
    Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>(documents(1));
    documents.put(huge.revision(), huge);
    ClaimInstances claim =
        claim(
            List.of(instance(SHOP, 1, 0), instance(SHOP, 2, huge.revision()), instance(SHOP, 3, 0)),
            documents);

    assertThatThrownBy(() -> catalog.propose(claim).get())
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            ProposalException.class,
            e -> assertThat(e.kind()).isEqualTo(ProposalException.Kind.REFUSED))
        .hasMessageContainingAll(
            "192.168.0.2",
            huge.revision().value(),
            String.valueOf(ReplicatedLog.MAX_ENTRY_BYTES - SignedEntry.MAX_OVERHEAD));
    assertThat(state.instances.keySet())
        .extracting(InstanceKey::ip)
        .containsExactly("192.168.0.1", "192.168.0.3");
  }

  /** What does not get much smaller when it is deflated; always the same. */
  private static String random(int length) {
    return new Random(1)
        .ints(length, ' ', 0x7e)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void documentsNobodyNeedsDoNotMakeAClaimTooLarge() throws Exception {
    Map<MetadataRevision, MetadataDocument> documents = documents(3000);
    ClaimInstances claim = claim(List.of(instance(SHOP, 1, 7)), documents);

    assertThat(CommandCodec.encode(claim).length).isGreaterThan(ReplicatedLog.MAX_ENTRY_BYTES);
    assertThat(catalog.propose(claim).get()).isEqualTo(Result.APPLIED);
    assertThat(log.entries()).hasSize(1);
  }

  @Test
  void theOtherListsAreCutToo() throws Exception {
    List<InstanceKey> keys = new ArrayList<>();
    List<Publication> publications = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      keys.add(instance(SHOP, i, 1).key());
      publications.add(
          new Publication(
              new Publication.Id(Publication.Kind.MAPPING, "org.demo.Interface" + i),
              Publication.Stage.INTENDED));
    }
    catalog.propose(new ReapInstances(ALICE, 1, keys)).get();
    int reaps = log.entries().size();
    assertThat(reaps).isGreaterThan(1);

    catalog.propose(new RecordPublications(SHOP, publications)).get();
    assertThat(log.entries().size() - reaps).isGreaterThan(1);
    assertThat(state.publications).hasSize(20_000);
  }

  @Test
  void aLargeRestoreIsCutIntoEntriesThatStandAlone() throws Exception {
    List<ApplicationInstance> instances = new ArrayList<>();
    for (int host = 0; host < 12_000; host++) {
      instances.add(instance(SHOP, host, host % 50));
    }
    List<Publication> publications = new ArrayList<>();
    documents(50)
        .keySet()
        .forEach(
            revision ->
                publications.add(
                    new Publication(
                        new Publication.Id(Publication.Kind.DOCUMENT, revision.value()),
                        Publication.Stage.WRITTEN)));
    RestoreApplication whole =
        new RestoreApplication(
            SHOP,
            3,
            Optional.of(new SwitchTranslation(SHOP, true, false, 1)),
            publications,
            instances,
            documents(50));

    List<byte[]> entries = BackupEntries.encode(whole);

    assertThat(entries).hasSizeGreaterThan(5);
    assertThat(entries)
        .allSatisfy(it -> assertThat(it.length).isLessThanOrEqualTo(ReplicatedLog.MAX_ENTRY_BYTES));
    // In any order: each encloses what it needs.
    for (int i = entries.size() - 1; i >= 0; i--) {
      assertThat(state.apply(BackupEntries.decode(entries.get(i)))).isEqualTo(Result.APPLIED);
    }
    assertThat(state.instances).hasSize(12_000);
    assertThat(state.publications).hasSize(50);
    assertThat(state.translation(SHOP).enabled()).isTrue();
    assertThatThrownBy(() -> BackupEntries.decode(CommandCodec.encode(claim(List.of(), Map.of()))))
        .hasMessageContaining("no part of a backup");
  }

  @Test
  void whatFollowsARejectedPartIsNotProposed() throws Exception {
    state.apply(new ClaimInstances(ALICE, 9, List.of(), Map.of(), List.of()));
    List<ApplicationInstance> puts = new ArrayList<>();
    for (int host = 0; host < 5_000; host++) {
      puts.add(instance(SHOP, host, 0));
    }

    Result result = catalog.propose(claim(puts, documents(1))).get();

    assertThat(result.outcome()).isEqualTo(Result.Outcome.STALE_EPOCH);
    assertThat(log.entries()).hasSize(1);
  }

  @Test
  void aFailureOfTheLogIsHandedOn() {
    log.setQuorum(false);

    assertThatThrownBy(() -> catalog.propose(claim(List.of(), Map.of())).get())
        .cause()
        .isInstanceOfSatisfying(
            ProposalException.class,
            e -> assertThat(e.kind()).isEqualTo(ProposalException.Kind.NO_LEADER));
  }

  private static ClaimInstances claim(
      List<ApplicationInstance> puts, Map<MetadataRevision, MetadataDocument> documents) {
    return new ClaimInstances(ALICE, 3, puts, documents, List.of());
  }

  private static Map<MetadataRevision, MetadataDocument> documents(int variants) {
    Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    for (int variant = 0; variant < variants; variant++) {
      MetadataDocument document = document(SHOP, variant);
      documents.put(document.revision(), document);
    }
    return documents;
  }

  /** A machine over plain maps. */
  private record MemoryMachine(MemoryState state) implements ReplicatedStateMachine {

    @Override
    public byte[] apply(byte[] entry) {
      try {
        Command command = CommandCodec.decode(entry);
        return ResultCodec.encode(state.apply(command));
      } catch (UnreadableRecordException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public long applied() {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<String> save(Path directory) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void load(Path directory) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void stopped(String why, Throwable cause) {
      throw new UnsupportedOperationException();
    }
  }
}
