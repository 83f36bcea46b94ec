package io.landbridge.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.Command;
import io.landbridge.record.CommandCodec;
import io.landbridge.record.Frames;
import io.landbridge.record.ResultCodec;
import io.landbridge.state.CommandArbitraries;
import io.landbridge.state.MemoryState;
import io.landbridge.store.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** However a member comes to an entry, it holds what the others hold. */
class CatalogReplayIT {

  private QuickDirectory quick;
  private Path directory;

  @BeforeTry
  void makeDirectory() throws IOException {
    quick = new QuickDirectory();
    directory = quick.path();
  }

  @AfterTry
  void deleteDirectory() throws IOException {
    quick.close();
  }

  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  void onceTwiceAndBySnapshotAndTailAreTheSame(
      @ForAll("sequences") List<Command> commands, @ForAll int where) throws Exception {
    int cut = Math.floorMod(where, commands.size() + 1);
    CapturedFaults faults = new CapturedFaults();
    MemoryState model = new MemoryState();
    Path snapshot = Files.createDirectory(directory.resolve("snapshot"));
    try (RocksStore onceStore = RocksStore.open(directory.resolve("once"));
        RocksStore twiceStore = RocksStore.open(directory.resolve("twice"));
        RocksStore tailStore = RocksStore.open(directory.resolve("tail"))) {
      CatalogStateMachine once = new CatalogStateMachine(onceStore, faults);
      CatalogStateMachine twice = new CatalogStateMachine(twiceStore, faults);
      CatalogStateMachine tail = new CatalogStateMachine(tailStore, faults);
      for (int i = 0; i < commands.size(); i++) {
        if (i == cut) {
          once.save(snapshot);
        }
        byte[] entry = CommandCodec.encode(commands.get(i));
        byte[] result = once.apply(entry);
        assertThat(ResultCodec.decode(result)).isEqualTo(model.apply(commands.get(i)));
        assertThat(twice.apply(entry)).isEqualTo(result);
        twice.apply(entry);
      }
      if (cut == commands.size()) {
        once.save(snapshot);
      }
      tail.load(snapshot);
      commands.stream().skip(cut).map(CommandCodec::encode).forEach(tail::apply);

      assertThat(tail.reader().position()).isEqualTo(once.reader().position());
      assertThat(twice.reader().position().digest()).isEqualTo(once.reader().position().digest());
      assertThat(faults.all()).isEmpty();
      for (CatalogStateMachine machine : List.of(once, twice, tail)) {
        CatalogInvariants.assertSame(machine.reader(), model);
      }
    }
  }

  @Property(tries = 3, edgeCases = EdgeCasesMode.NONE)
  void garbageIsAnsweredByAllMembersAlikeAndNeverThrown(
      @ForAll("garbage") List<byte[]> entries, @ForAll("sequences") List<Command> commands)
      throws Exception {
    CapturedFaults faults = new CapturedFaults();
    try (RocksStore oneStore = RocksStore.open(directory.resolve("one"));
        RocksStore otherStore = RocksStore.open(directory.resolve("other"))) {
      CatalogStateMachine one = new CatalogStateMachine(oneStore, faults);
      CatalogStateMachine other = new CatalogStateMachine(otherStore, faults);
      List<byte[]> good = commands.stream().map(CommandCodec::encode).toList();
      for (int i = 0; i < entries.size(); i++) {
        assertThat(ResultCodec.decode(one.apply(entries.get(i))))
            .isEqualTo(ResultCodec.decode(other.apply(entries.get(i))));
        byte[] command = good.get(i % good.size());
        assertThat(one.apply(command)).isEqualTo(other.apply(command));
      }
      assertThat(one.reader().position()).isEqualTo(other.reader().position());
      assertThat(one.reader().position().applied()).isEqualTo(2L * entries.size());
      assertThat(faults.all()).isEmpty();
    }
  }

  @Provide
  Arbitrary<List<Command>> sequences() {
    return CommandArbitraries.sequences(20);
  }

  /** Random bytes, damaged entries, and entries damaged before they were framed. */
  @Provide
  Arbitrary<List<byte[]>> garbage() {
    Arbitrary<byte[]> random = Arbitraries.bytes().array(byte[].class).ofMaxSize(300);
    Arbitrary<byte[]> damaged =
        Combinators.combine(
                CommandArbitraries.command(), Arbitraries.integers(), Arbitraries.bytes())
            .as((command, where, what) -> changed(CommandCodec.encode(command), where, what));
    Arbitrary<byte[]> mutated =
        Combinators.combine(
                CommandArbitraries.command(), Arbitraries.integers(), Arbitraries.bytes())
            .as(
                (command, where, what) ->
                    Frames.of(changed(Frames.payload(CommandCodec.encode(command)), where, what)));
    return Arbitraries.oneOf(random, damaged, mutated).list().ofSize(400);
  }

  private static byte[] changed(byte[] bytes, int where, byte what) {
    byte[] copy = bytes.clone();
    copy[Math.floorMod(where, copy.length)] = what;
    return copy;
  }
}
