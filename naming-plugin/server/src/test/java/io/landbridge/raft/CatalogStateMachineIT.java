package io.landbridge.raft;

import static io.landbridge.state.Samples.ALICE;
import static io.landbridge.state.Samples.BOB;
import static io.landbridge.state.Samples.SHOP;
import static io.landbridge.state.Samples.STOCK;
import static io.landbridge.state.Samples.document;
import static io.landbridge.state.Samples.instance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Result;
import io.landbridge.command.Result.Outcome;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.CommandCodec;
import io.landbridge.record.Frames;
import io.landbridge.record.ResultCodec;
import io.landbridge.record.UnreadableRecordException;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.OwnedInstance;
import io.landbridge.store.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogStateMachineIT {

  @TempDir Path directory;

  private final CapturedFaults faults = new CapturedFaults();
  private final List<RocksStore> stores = new ArrayList<>();

  @AfterEach
  void closeStores() {
    stores.forEach(RocksStore::close);
  }

  @Test
  void aLogThatGivesUpIsAFaultAndToldOnce() throws Exception {
    CatalogStateMachine machine = machine();
    apply(machine, claim(ALICE, SHOP, 1));

    machine.stopped("no space left", new IOException("disk"));
    machine.stopped("something later", new IOException("other"));

    assertThat(faults.all()).singleElement().asString().contains("no space left");
    assertThat(apply(machine, claim(ALICE, SHOP, 2)).detail()).contains("no space left");
    assertThat(machine.reader().position().applied()).isEqualTo(1);
    assertThatThrownBy(machine::applied).hasMessageContaining("no space left");
  }

  @Test
  void whatIsAppliedCanBeRead() throws Exception {
    CatalogStateMachine machine = machine();
    CatalogReader reader = machine.reader();
    Set<ApplicationKey> changed = new HashSet<>();
    reader.onChange((applications, terms) -> changed.addAll(applications));

    assertThat(apply(machine, claim(ALICE, SHOP, 1, 2))).isEqualTo(Result.APPLIED);
    apply(machine, claim(BOB, STOCK, 1));
    apply(machine, new SwitchTranslation(SHOP, true, false, 42));

    assertThat(reader.applications()).containsExactly(SHOP, STOCK);
    assertThat(reader.instances(SHOP))
        .extracting(owned -> owned.instance().ip())
        .containsExactly("192.168.0.1", "192.168.0.2");
    assertThat(reader.ownedBy(BOB))
        .containsExactly(new OwnedInstance(instance(STOCK, 1, 1), BOB, 1));
    assertThat(reader.owners()).containsExactlyInAnyOrder(ALICE, BOB);
    assertThat(reader.document(document(SHOP, 1).revision())).contains(document(SHOP, 1));
    assertThat(reader.translation(SHOP).since()).isEqualTo(42);
    assertThat(reader.position().applied()).isEqualTo(3);
    assertThat(reader.position().applications()).isEqualTo(2);
    assertThat(reader.position().instances()).isEqualTo(3);
    assertThat(reader.position().documents()).isEqualTo(2);
    assertThat(changed).containsExactlyInAnyOrder(SHOP, STOCK);
    assertThat(faults.all()).isEmpty();
  }

  @Test
  void whoseAnInstanceIsNowIsToldOnceItCanBeRead() throws Exception {
    CatalogStateMachine machine = machine();
    CatalogReader reader = machine.reader();
    InstanceKey key = instance(SHOP, 1, 1).key();
    List<Optional<MemberId>> told = new ArrayList<>();
    reader.onClaim(
        (instance, owner) -> {
          throw new IllegalStateException("a broken listener");
        });
    reader.onClaim(
        (instance, owner) -> {
          assertThat(instance).isEqualTo(key);
          assertThat(reader.instance(instance).map(OwnedInstance::owner)).isEqualTo(owner);
          told.add(owner);
        });

    apply(machine, claim(ALICE, SHOP, 1));
    apply(machine, claim(BOB, SHOP, 1));
    apply(machine, new ClaimInstances(ALICE, 1, List.of(), Map.of(), List.of(key)));
    apply(machine, new ClaimInstances(BOB, 1, List.of(), Map.of(), List.of(key)));

    assertThat(told).containsExactly(Optional.of(ALICE), Optional.of(BOB), Optional.empty());
    assertThat(faults.all()).isEmpty();
  }

  @Test
  void anInstanceThatChangesHandsLeavesTheIndexOfItsOldOwner() throws Exception {
    CatalogStateMachine machine = machine();
    apply(machine, claim(ALICE, SHOP, 1));
    apply(machine, claim(BOB, SHOP, 1));

    assertThat(machine.reader().ownedBy(ALICE)).isEmpty();
    assertThat(machine.reader().ownedBy(BOB)).hasSize(1);
    assertThat(machine.reader().owners()).containsExactly(BOB);
  }

  @Test
  void threeMembersComeToTheSameDigest() throws Exception {
    MemoryLog log = new MemoryLog(3);
    List<CatalogStateMachine> machines = List.of(machine(), machine(), machine());
    for (int i = 0; i < 3; i++) {
      log.member(i).join(machines.get(i));
    }
    Catalog catalog = new ProposingCatalog(log.member(1));
    catalog.propose(claim(ALICE, SHOP, 1, 2, 3)).get();
    catalog.propose(claim(BOB, SHOP, 2)).get();

    assertThat(machines.get(0).reader().position().instances()).isEqualTo(3);
    assertThat(machines)
        .extracting(machine -> machine.reader().position())
        .containsOnly(machines.get(0).reader().position());
  }

  @Test
  void theDigestIsOfTheContentNotOfItsHistory() throws Exception {
    CatalogStateMachine direct = machine();
    apply(direct, claim(ALICE, SHOP, 1));
    apply(direct, claim(ALICE, SHOP, 2));
    CatalogStateMachine roundabout = machine();
    apply(roundabout, claim(ALICE, SHOP, 2, 3));
    apply(roundabout, claim(ALICE, SHOP, 1));
    String before = roundabout.reader().position().digest();
    apply(roundabout, release(ALICE, instance(SHOP, 3, 1).key()));

    String digest = direct.reader().position().digest();
    assertThat(roundabout.reader().position().digest()).isEqualTo(digest).isNotEqualTo(before);
    assertThat(digest).matches("[0-9a-f]{32}");
  }

  @Test
  void aSnapshotIsListedFileByFileAndLoadsElsewhere() throws Exception {
    CatalogStateMachine from = machine();
    apply(from, claim(ALICE, SHOP, 1, 2));
    apply(from, new SwitchTranslation(STOCK, true, true, 7));
    Path snapshot = Files.createDirectory(directory.resolve("snapshot"));

    List<String> files = from.save(snapshot);

    assertThat(files)
        .isNotEmpty()
        .allSatisfy(it -> assertThat(snapshot.resolve(it)).isRegularFile());
    try (var written = Files.walk(snapshot)) {
      assertThat(written.filter(Files::isRegularFile).map(it -> snapshot.relativize(it).toString()))
          .containsExactlyInAnyOrderElementsOf(files);
    }
    CatalogStateMachine to = machine();
    apply(to, claim(BOB, Sample.ELSEWHERE, 9));
    Set<ApplicationKey> changed = new HashSet<>();
    to.reader().onChange((applications, terms) -> changed.addAll(applications));
    Map<String, byte[]> before = contents(snapshot, files);
    to.load(snapshot);

    assertThat(to.reader().position()).isEqualTo(from.reader().position());
    assertThat(to.reader().applications()).containsExactly(SHOP, STOCK);
    assertThat(to.reader().ownedBy(ALICE)).hasSize(2);
    assertThat(changed).containsExactlyInAnyOrder(SHOP, STOCK, Sample.ELSEWHERE);

    // The tail of the log goes on top, and the snapshot stays fit to be handed to another member.
    apply(to, release(ALICE, instance(SHOP, 1, 1).key()));
    apply(from, release(ALICE, instance(SHOP, 1, 1).key()));
    assertThat(to.reader().position()).isEqualTo(from.reader().position());
    assertThat(contents(snapshot, files)).containsExactlyEntriesOf(before);
  }

  @Test
  void aDamagedSnapshotIsRefusedAndEndsFollowing() throws Exception {
    CatalogStateMachine from = machine();
    apply(from, claim(ALICE, SHOP, 1));
    Path snapshot = Files.createDirectory(directory.resolve("snapshot"));
    for (String file : from.save(snapshot)) {
      if (file.endsWith(".sst")) {
        Path table = snapshot.resolve(file);
        byte[] bytes = Files.readAllBytes(table);
        bytes[10] ^= 1;
        Files.delete(table);
        Files.write(table, bytes);
      }
    }

    CatalogStateMachine to = machine();
    assertThatThrownBy(() -> to.load(snapshot))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot load the snapshot");
    assertThat(faults.all()).hasSize(1);
    assertThat(apply(to, claim(ALICE, SHOP, 1)).outcome()).isEqualTo(Outcome.UNREADABLE);
    assertThatThrownBy(() -> to.save(directory.resolve("other"))).isInstanceOf(IOException.class);
    assertThat(faults.all()).hasSize(1);
  }

  @Test
  void aMissingSnapshotIsRefused() throws Exception {
    CatalogStateMachine machine = machine();

    assertThatThrownBy(() -> machine.load(directory.resolve("nowhere")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nowhere");
  }

  @Test
  void damagedEntriesAreCountedAndAnswered() throws Exception {
    CatalogStateMachine machine = machine();

    Result result = ResultCodec.decode(machine.apply(new byte[] {1, 2, 3}));

    assertThat(result.outcome()).isEqualTo(Outcome.UNREADABLE);
    assertThat(result.detail()).contains("damaged");
    assertThat(machine.reader().position().applied()).isEqualTo(1);
    assertThat(faults.all()).isEmpty();
  }

  @Test
  void aNewerEntryEndsFollowing() throws Exception {
    CatalogStateMachine machine = machine();
    apply(machine, claim(ALICE, SHOP, 1));

    Result result =
        ResultCodec.decode(
            machine.apply(Frames.ofFormat(4, CommandCodec.encode(claim(BOB, SHOP)))));

    assertThat(result.outcome()).isEqualTo(Outcome.UNREADABLE);
    assertThat(result.detail()).contains("format 4", "up to 3");
    assertThat(faults.all()).singleElement().asString().contains("format 4");
    assertThat(apply(machine, claim(BOB, STOCK, 1)).outcome()).isEqualTo(Outcome.UNREADABLE);
    assertThat(machine.reader().position().applied()).isEqualTo(1);
  }

  @Test
  void aStoreThatFailsEndsFollowingAndNothingIsThrown() throws Exception {
    CatalogStateMachine machine = machine();
    stores.get(0).close();

    assertThat(apply(machine, claim(ALICE, SHOP, 1)).outcome()).isEqualTo(Outcome.UNREADABLE);
    assertThat(faults.all()).singleElement().asString().contains("closed");
  }

  @Test
  void aListenerThatThrowsCostsNothing() throws Exception {
    CatalogStateMachine machine = machine();
    Set<ApplicationKey> changed = new HashSet<>();
    machine
        .reader()
        .onChange(
            (applications, terms) -> {
              throw new IllegalStateException("a broken listener");
            });
    machine.reader().onChange((applications, terms) -> changed.addAll(applications));

    assertThat(apply(machine, claim(ALICE, SHOP, 1))).isEqualTo(Result.APPLIED);
    assertThat(changed).containsExactly(SHOP);
    assertThat(faults.all()).isEmpty();
  }

  @Test
  void readersGoOnWhileSnapshotsAreLoadedAndTheStoreIsClosed() throws Exception {
    CatalogStateMachine machine = machine();
    apply(machine, claim(ALICE, SHOP, IntStream.rangeClosed(1, 50).toArray()));
    Path snapshot = Files.createDirectory(directory.resolve("snapshot"));
    machine.save(snapshot);

    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try {
      List<Future<Long>> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        readers.add(pool.submit(() -> readUntil(stop, machine.reader())));
      }
      for (int i = 0; i < 20; i++) {
        machine.load(snapshot);
        apply(machine, claim(BOB, SHOP, i + 1));
      }
      stop.set(true);
      for (Future<Long> reader : readers) {
        assertThat(reader.get(30, TimeUnit.SECONDS)).isPositive();
      }
      // A reader that comes after the end gets an exception, not a crash.
      stores.get(0).close();
      assertThatThrownBy(() -> machine.reader().instances(SHOP)).hasMessageContaining("closed");
    } finally {
      stop.set(true);
      pool.shutdownNow();
    }
    try (var left = Files.list(directory.resolve("store-0"))) {
      assertThat(left.filter(Files::isDirectory)).as("only the present database").hasSize(1);
    }
  }

  private static long readUntil(AtomicBoolean stop, CatalogReader reader) {
    long reads = 0;
    while (!stop.get()) {
      assertThat(reader.instances(SHOP)).hasSize(50);
      assertThat(reader.applications()).containsExactly(SHOP);
      assertThat(reader.ownedBy(ALICE).size()).isBetween(49, 50);
      assertThat(reader.position().instances()).isEqualTo(50);
      assertThat(reader.instance(instance(SHOP, 1, 1).key())).isPresent();
      reads++;
    }
    return reads;
  }

  private CatalogStateMachine machine() throws IOException {
    RocksStore store = RocksStore.open(directory.resolve("store-" + stores.size()));
    stores.add(store);
    return new CatalogStateMachine(store, faults);
  }

  private static Result apply(CatalogStateMachine machine, Command command)
      throws UnreadableRecordException {
    return ResultCodec.decode(machine.apply(CommandCodec.encode(command)));
  }

  private static ClaimInstances claim(MemberId owner, ApplicationKey application, int... hosts) {
    MetadataDocument document = document(application, 1);
    Map<MetadataRevision, MetadataDocument> documents = Map.of(document.revision(), document);
    return new ClaimInstances(
        owner,
        1,
        IntStream.of(hosts).mapToObj(host -> instance(application, host, 1)).toList(),
        documents,
        List.of());
  }

  private static ClaimInstances release(MemberId owner, InstanceKey... keys) {
    return new ClaimInstances(owner, 1, List.of(), Map.of(), List.of(keys));
  }

  private static Map<String, byte[]> contents(Path snapshot, List<String> files)
      throws IOException {
    Map<String, byte[]> contents = new TreeMap<>();
    for (String file : files) {
      contents.put(file, Files.readAllBytes(snapshot.resolve(file)));
    }
    return contents;
  }

  private static final class Sample {
    static final ApplicationKey ELSEWHERE = io.landbridge.state.Samples.application("elsewhere");
  }
}
