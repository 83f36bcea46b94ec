package io.landbridge.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.command.Result;
import io.landbridge.model.MemberId;
import io.landbridge.record.ResultCodec;
import io.landbridge.record.UnreadableRecordException;
import io.landbridge.state.CatalogReader;
import io.landbridge.store.FaultyStore;
import io.landbridge.store.FaultyStore.Step;
import io.landbridge.store.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** One member: a process that dies, and a disk that stays unless it is lost. */
final class SimulatedMember {

  private final int number;
  private final Path directory;
  private final List<SimulatedGroup.Committed> log;

  // The disk: its part of the log, and its newest snapshot.
  private int begin;
  private int end;
  private int snapshots;
  private @Nullable Snapshot snapshot;

  // The process.
  private @Nullable FaultyStore store;
  private @Nullable CatalogStateMachine machine;
  private CapturedFaults faults = new CapturedFaults();
  private int applied;

  /** A snapshot as Raft knows it: what it covers, and the files it was told of. */
  private record Snapshot(int covers, Path path, List<String> files) {}

  SimulatedMember(int number, Path directory, List<SimulatedGroup.Committed> log)
      throws IOException {
    this.number = number;
    this.directory = Files.createDirectories(directory);
    this.log = log;
  }

  MemberId id() {
    return new MemberId("10.0.1." + number + ":8848");
  }

  boolean isRunning() {
    return machine != null;
  }

  boolean hasSnapshot() {
    return snapshot != null;
  }

  /** Its log has the entries after this one; a snapshot has those before. */
  int begin() {
    return begin;
  }

  int end() {
    return end;
  }

  int applied() {
    return applied;
  }

  CatalogReader reader() {
    return machine().reader();
  }

  /** Starts as the server does: an empty store, the newest snapshot, later the log. */
  void start() throws IOException {
    open();
    Snapshot newest = snapshot;
    if (newest != null) {
      try {
        machine().load(newest.path());
      } catch (IOException e) {
        assertThat(faults.all()).hasSize(1);
        stop();
        throw e;
      }
      applied = newest.covers();
    }
  }

  private void open() throws IOException {
    FaultyStore opened = new FaultyStore(RocksStore.open(directory.resolve("store")));
    store = opened;
    faults = new CapturedFaults();
    machine =
        new CatalogStateMachine(
            opened,
            faults,
            SkippedEntries.open(directory.resolve("skipped-entries")),
            EntryKeys.none());
    applied = 0;
  }

  /** The process dies; what it had in its working directory stays there. */
  void stop() {
    if (store != null) {
      store.close();
    }
    store = null;
    machine = null;
  }

  void fetchTo(int to) {
    end = Math.max(end, to);
  }

  void applyTo(int to) throws IOException {
    while (applied < to) {
      SimulatedGroup.Committed next = log.get(applied);
      byte[] answer = machine().apply(next.entry().clone());
      if (machine().entries().stopped().isPresent()) {
        agreeAndRestart();
        continue;
      }
      applied++;
      assertThat(faults.all()).isEmpty();
      assertAnswer(answer, next.result());
    }
  }

  /** Follows as a member that has stopped does, until all have agreed; an operator restarts it. */
  private void agreeAndRestart() throws IOException {
    assertThat(faults.all()).hasSize(1);
    int next = applied + 1;
    while (!machine().entries().stopped().orElseThrow().skipped()) {
      machine().apply(log.get(next++).entry().clone());
    }
    fetchTo(next);
    stop();
    start();
  }

  private static void assertAnswer(byte[] answer, @Nullable Result expected) {
    try {
      Result result = ResultCodec.decode(answer);
      if (expected != null) {
        assertThat(result).isEqualTo(expected);
      } else {
        assertThat(result.outcome()).isEqualTo(Result.Outcome.UNREADABLE);
      }
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }

  void dieApplying(Step step) {
    store().failAt(step);
    machine().apply(log.get(applied).entry().clone());
    if (machine().entries().stopped().isEmpty()) {
      assertThat(faults.all()).singleElement().asString().contains("killed");
    }
    // What is wrong here must not spread.
    assertThatThrownBy(() -> machine().save(directory)).isInstanceOf(IOException.class);
    stop();
  }

  /** Writes a snapshot, and once it is complete drops the log it covers and the snapshot before. */
  void save() throws IOException {
    Path path = Files.createDirectory(directory.resolve("snapshot-" + snapshots++));
    List<String> files = machine().save(path);
    adopt(new Snapshot(applied, path, files));
  }

  private void adopt(Snapshot newest) throws IOException {
    Snapshot before = snapshot;
    snapshot = newest;
    begin = Math.max(begin, newest.covers());
    end = Math.max(end, newest.covers());
    if (before != null) {
      QuickDirectory.delete(before.path());
    }
  }

  void dieSaving(Step step) throws IOException {
    Path path = Files.createDirectory(directory.resolve("snapshot-" + snapshots++));
    store().failAt(step);
    assertThatThrownBy(() -> machine().save(path)).hasMessageContaining("killed");
    stop();
    QuickDirectory.delete(path);
  }

  void dieLoading(Step step) throws IOException {
    open();
    store().failAt(step);
    assertThatThrownBy(() -> machine().load(Objects.requireNonNull(snapshot).path()))
        .hasMessageContaining("killed");
    stop();
  }

  /** Takes over the files another member listed, and nothing else. */
  void install(SimulatedMember from) throws IOException {
    Snapshot source = Objects.requireNonNull(from.snapshot);
    Path path = Files.createDirectory(directory.resolve("snapshot-" + snapshots++));
    for (String file : source.files()) {
      Path target = path.resolve(file);
      Files.createDirectories(Objects.requireNonNull(target.getParent()));
      Files.copy(source.path().resolve(file), target);
    }
    machine().load(path);
    applied = source.covers();
    adopt(new Snapshot(source.covers(), path, source.files()));
  }

  /** One byte of one file that holds records becomes another. */
  void damageSnapshot(Random random) throws IOException {
    Snapshot damaged = Objects.requireNonNull(snapshot);
    List<String> tables = damaged.files().stream().filter(it -> it.endsWith(".sst")).toList();
    Path table = damaged.path().resolve(tables.get(random.nextInt(tables.size())));
    byte[] bytes = Files.readAllBytes(table);
    // The first block; what follows may be padding or of no use to a reader.
    bytes[random.nextInt(8)] ^= 1;
    // Another file: the process may share this one.
    Files.delete(table);
    Files.write(table, bytes);
  }

  void wipe() throws IOException {
    QuickDirectory.delete(directory);
    Files.createDirectories(directory);
    begin = 0;
    end = 0;
    snapshot = null;
  }

  /** While it runs it holds what the entries it applied make. */
  void assertConsistent() {
    if (machine != null) {
      assertThat(machine.reader().position().applied()).isEqualTo(applied);
      if (applied > 0) {
        assertThat(machine.reader().position().digest()).isEqualTo(log.get(applied - 1).digest());
      }
    }
  }

  private FaultyStore store() {
    return Objects.requireNonNull(store);
  }

  private CatalogStateMachine machine() {
    return Objects.requireNonNull(machine);
  }

  @Override
  public String toString() {
    return "member " + number;
  }
}
