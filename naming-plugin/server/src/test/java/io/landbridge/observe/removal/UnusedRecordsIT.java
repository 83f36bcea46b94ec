package io.landbridge.observe.removal;

import static io.landbridge.state.Samples.ALICE;
import static io.landbridge.state.Samples.BOB;
import static io.landbridge.state.Samples.SHOP;
import static io.landbridge.state.Samples.STOCK;
import static io.landbridge.state.Samples.application;
import static io.landbridge.state.Samples.document;
import static io.landbridge.state.Samples.instance;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.ForgetUnused;
import io.landbridge.command.Command.RecordPublications;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Publication;
import io.landbridge.command.Result;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.raft.CapturedFaults;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.CatalogStateMachine;
import io.landbridge.raft.MemoryLog;
import io.landbridge.raft.ProposingCatalog;
import io.landbridge.state.CatalogReader;
import io.landbridge.store.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnusedRecordsIT {

  private static final long START = 1_700_000_000_000L;
  private static final MemberId CAROL = new MemberId("10.0.0.3:8848");

  @TempDir Path directory;
  private final MemoryLog log = new MemoryLog(2);
  private final Catalog catalog = new ProposingCatalog(log.member(0));
  private RocksStore store;
  private CatalogReader reader;
  private long now = START;

  @BeforeEach
  void join() throws IOException {
    store = RocksStore.open(directory.resolve("store"));
    CatalogStateMachine machine = new CatalogStateMachine(store, new CapturedFaults());
    log.member(0).join(machine);
    reader = machine.reader();
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void membersThatAreGoneAreForgottenAfterADay() throws Exception {
    claim(ALICE, List.of(instance(SHOP, 1, 1)), List.of());
    claim(BOB, List.of(instance(SHOP, 2, 1)), List.of());
    claim(BOB, List.of(), List.of(instance(SHOP, 2, 1).key()));
    claim(CAROL, List.of(instance(SHOP, 3, 1)), List.of());
    claim(CAROL, List.of(), List.of(instance(SHOP, 3, 1).key()));

    round(0, Set.of(CAROL));
    assertThat(reader.epochs()).containsOnlyKeys(ALICE, BOB, CAROL);

    now += UnusedRecords.KEPT.toMillis() + 1;
    round(1, Set.of(CAROL));
    assertThat(reader.epochs()).as("a follower does nothing").hasSize(3);

    // Alice has an instance, Carol is up.
    round(0, Set.of(CAROL));
    assertThat(reader.epochs()).containsOnlyKeys(ALICE, CAROL);

    int entries = log.entries().size();
    round(0, Set.of(CAROL));
    assertThat(log.entries()).as("nothing to do, nothing proposed").hasSize(entries);
  }

  @Test
  void aSwitchThatIsOffAndOfNoUseIsForgottenAfterADay() throws Exception {
    ApplicationKey on = application("on");
    ApplicationKey published = application("published");
    ApplicationKey recent = application("recent");
    for (ApplicationKey each : List.of(SHOP, STOCK, on, published, recent)) {
      propose(new SwitchTranslation(each, true, false, START));
    }
    claim(ALICE, List.of(instance(STOCK, 1, 1)), List.of());
    Publication.Id id = new Publication.Id(Publication.Kind.MAPPING, "org.demo.Orders");
    propose(
        new RecordPublications(published, List.of(new Publication(id, Publication.Stage.WRITTEN))));
    now += 2 * UnusedRecords.KEPT.toMillis();
    for (ApplicationKey each : List.of(SHOP, STOCK, published)) {
      propose(new SwitchTranslation(each, false, false, START + 1));
    }
    propose(new SwitchTranslation(recent, false, false, now));

    round(0, Set.of(ALICE));
    assertThat(reader.applications()).containsExactlyInAnyOrder(STOCK, on, published, recent);

    // Whoever proposes may be mistaken; the command looks again.
    propose(
        new ForgetUnused(List.of(ALICE, BOB), List.of(SHOP, STOCK, on, published, recent), now));
    assertThat(reader.applications()).containsExactlyInAnyOrder(STOCK, on, published, recent);
    assertThat(reader.epochs()).containsOnlyKeys(ALICE);
  }

  private void round(int member, Set<MemberId> living) throws Exception {
    new UnusedRecords(log.member(member), reader, catalog, () -> living, () -> now).round();
  }

  private void claim(MemberId owner, List<ApplicationInstance> puts, List<InstanceKey> releases)
      throws Exception {
    Map<MetadataRevision, MetadataDocument> documents =
        Map.of(
            document(SHOP, 1).revision(),
            document(SHOP, 1),
            document(STOCK, 1).revision(),
            document(STOCK, 1));
    propose(new ClaimInstances(owner, START, puts, documents, releases));
  }

  private void propose(Command command) throws Exception {
    assertThat(catalog.propose(command).get()).isEqualTo(Result.APPLIED);
  }
}
