package io.landbridge.store;

import static io.landbridge.state.Samples.ALICE;
import static io.landbridge.state.Samples.SHOP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Result.Outcome;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.MetadataRevision;
import io.landbridge.raft.CapturedFaults;
import io.landbridge.raft.CatalogStateMachine;
import io.landbridge.record.CommandCodec;
import io.landbridge.record.ResultCodec;
import io.landbridge.state.CatalogPosition;
import io.landbridge.state.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory, files and disks: what the store takes, and what it does when it gets no more. */
class StoreResourcesIT {

  private static final int MANY = 20_000;

  @TempDir Path directory;

  private final CapturedFaults faults = new CapturedFaults();

  @Test
  void snapshotsAreCountedAndMeasured() throws Exception {
    try (RocksStore store = RocksStore.open(directory.resolve("store"))) {
      CatalogStateMachine machine = new CatalogStateMachine(store, faults);
      assertThat(store.snapshots()).isEqualTo(SnapshotStatistics.NONE);
      apply(machine, claim(0, 500));
      Path snapshot = Files.createDirectory(directory.resolve("snapshot"));
      long before = System.currentTimeMillis();
      List<String> files = machine.save(snapshot);

      SnapshotStatistics saved = store.snapshots();
      long bytes = 0;
      for (String file : files) {
        bytes += Files.size(snapshot.resolve(file));
      }
      assertThat(saved.saved()).isEqualTo(1);
      assertThat(saved.lastSavedAt()).isBetween(before, System.currentTimeMillis());
      assertThat(saved.lastSaveMillis()).isBetween(0L, 60_000L);
      assertThat(saved.lastSaveBytes()).isEqualTo(bytes).isPositive();
      assertThat(saved.lastSaveFiles()).isEqualTo(files.size());

      // There is one already. That is no reason to stop following the log.
      assertThatThrownBy(() -> machine.save(snapshot)).isInstanceOf(IOException.class);
      assertThat(store.snapshots().notSaved()).isEqualTo(1);
      assertThat(store.snapshots().lastSaveBytes()).isEqualTo(bytes);
      apply(machine, claim(500, 501));

      machine.load(snapshot);
      assertThat(store.snapshots().loaded()).isEqualTo(1);
      assertThatThrownBy(() -> machine.load(directory)).isInstanceOf(IOException.class);
      assertThat(store.snapshots().notLoaded()).isEqualTo(1);
      assertThat(machine.reader().instances(SHOP)).hasSize(500);
    }
  }

  @Test
  void nativeMemoryStaysInItsBudgetWhateverIsWrittenAndRead() throws Exception {
    try (RocksStore store = RocksStore.open(directory.resolve("store"))) {
      CatalogStateMachine machine = new CatalogStateMachine(store, faults);
      for (int i = 0; i < 60; i++) {
        apply(machine, large(i));
        assertWithinBudget(store.memory());
      }
      for (int from = 0; from < MANY; from += 1_000) {
        apply(machine, claim(from, from + 1_000));
        assertWithinBudget(store.memory());
      }
      Path snapshot = Files.createDirectory(directory.resolve("snapshot"));
      machine.save(snapshot);
      machine.load(snapshot);
      assertThat(machine.reader().instances(SHOP)).hasSize(MANY + 60);

      StoreMemory memory = store.memory();
      assertWithinBudget(memory);
      assertThat(memory.blockCache()).isPositive();
      assertThat(memory.keys()).isBetween((long) MANY, 10L * MANY);
      assertThat(memory.tableFiles()).isPositive();
      try (var files = Files.walk(directory.resolve("store"))) {
        long logs = 0;
        for (Path file :
            files.filter(it -> it.getFileName().toString().startsWith("LOG")).toList()) {
          logs += Files.size(file);
        }
        assertThat(logs).as("bytes in LOG files").isLessThan(2L << 20);
      }
    }
  }

  /**
   * A cache lets blocks in use go over its capacity for a moment, and a memtable its last block.
   */
  private static void assertWithinBudget(StoreMemory memory) {
    assertThat(memory.memtables()).isLessThan(MemoryBudget.MEMTABLE_BYTES + (8L << 20));
    assertThat(memory.blockCache()).isLessThan(memory.budget() + (8L << 20));
    assertThat(memory.tableReaders()).isLessThan(8L << 20);
  }

  @Test
  void whatAKilledProcessLeftIsGone() throws Exception {
    Path left = Files.createDirectories(directory.resolve("store/db-7"));
    Files.writeString(left.resolve("000001.sst"), "half a file");
    try (RocksStore store = RocksStore.open(directory.resolve("store"))) {
      assertThat(store.position().applied()).isZero();
      assertThat(left).doesNotExist();
    }
  }

  @Test
  void aFullDiskEndsFollowingAndTheNextStartBeginsAgain() throws Exception {
    Path small = Files.createDirectory(directory.resolve("small"));
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", small.toString()), "root");
    try {
      Path snapshot = Files.createDirectory(directory.resolve("snapshot"));
      CatalogPosition last;
      try (RocksStore store = RocksStore.open(small.resolve("store"))) {
        CatalogStateMachine machine = new CatalogStateMachine(store, faults);
        last = machine.reader().position();
        for (int i = 0; faults.all().isEmpty() && i < 1_000; i++) {
          last = machine.reader().position();
          machine.apply(CommandCodec.encode(large(i)));
        }
        assertThat(faults.all())
            .singleElement()
            .asString()
            .contains("No space", "MiB free on this file system");
        // What it held it still shows, and nothing half written gets into a snapshot.
        assertThat(machine.reader().position()).isEqualTo(last);
        assertThat(machine.reader().instances(SHOP)).hasSize(last.instances());
        assertThatThrownBy(() -> machine.save(snapshot)).isInstanceOf(IOException.class);
      }
      CapturedFaults none = new CapturedFaults();
      try (RocksStore store = RocksStore.open(small.resolve("store"))) {
        CatalogStateMachine machine = new CatalogStateMachine(store, none);
        apply(machine, claim(0, 10));
        assertThat(none.all()).isEmpty();
      }
    } finally {
      run("umount", small.toString());
    }
  }

  @Test
  void aDiskThatFailsWhileASnapshotIsSavedEndsFollowing() throws Exception {
    try (RocksStore store = RocksStore.open(directory.resolve("store"))) {
      CatalogStateMachine machine = new CatalogStateMachine(store, faults);
      apply(machine, claim(0, 10));
      Directories.delete(directory.resolve("store/db-1"));
      Path snapshot = Files.createDirectory(directory.resolve("snapshot"));

      assertThatThrownBy(() -> machine.save(snapshot)).isInstanceOf(IOException.class);
      assertThat(store.snapshots().notSaved()).isEqualTo(1);
      // The database takes no more writes.
      machine.apply(CommandCodec.encode(claim(10, 11)));
      assertThat(faults.all()).singleElement().asString().contains("cannot commit");
      assertThat(machine.reader().instances(SHOP)).hasSize(10);
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  private static void apply(CatalogStateMachine machine, Command command) throws Exception {
    assertThat(ResultCodec.decode(machine.apply(CommandCodec.encode(command))).outcome())
        .isEqualTo(Outcome.APPLIED);
  }

  private static ClaimInstances claim(int from, int to) {
    MetadataDocument document = Samples.document(SHOP, 1);
    List<ApplicationInstance> puts = new ArrayList<>();
    for (int host = from; host < to; host++) {
      puts.add(Samples.instance(SHOP, host, 1));
    }
    return new ClaimInstances(ALICE, 1, puts, Map.of(document.revision(), document), List.of());
  }

  /** An instance whose document takes 200 KB and cannot be compressed much. */
  private static ClaimInstances large(int number) {
    byte[] noise = new byte[100_000];
    new Random(number).nextBytes(noise);
    TreeMap<String, String> params = new TreeMap<>();
    params.put("noise", HexFormat.of().formatHex(noise));
    MetadataDocument document =
        MetadataDocument.of(
            SHOP.name(),
            List.of(new ServiceEntry("org.demo.Large", "", "", "dubbo", 1, "", params)));
    MetadataRevision revision = document.revision();
    return new ClaimInstances(
        ALICE,
        1,
        List.of(Samples.instance(SHOP, 1_000_000 + number, revision)),
        Map.of(revision, document),
        List.of());
  }
}
