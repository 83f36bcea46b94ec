package io.landbridge.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.Command;
import io.landbridge.command.Result;
import io.landbridge.command.Result.Outcome;
import io.landbridge.record.CommandCodec;
import io.landbridge.record.ResultCodec;
import io.landbridge.record.UnreadableRecordException;
import io.landbridge.state.CatalogPosition;
import io.landbridge.state.MemoryState;
import io.landbridge.store.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * No input makes apply throw or a member stop, and after whatever came, content, digest and indexes
 * are those of plain maps that got the same.
 *
 * <p>{@code -Dlandbridge.fuzz.inputs=N} changes how many inputs each of the twenty tries has.
 */
class CatalogFuzzIT {

  private static final int INPUTS = Integer.getInteger("landbridge.fuzz.inputs", 5_500);

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

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void noInputThrowsAndWhatIsLeftIsConsistent(@ForAll long seed) throws Exception {
    FuzzedEntries entries = new FuzzedEntries(new Random(seed));
    MemoryState model = new MemoryState();
    CapturedFaults faults = new CapturedFaults();
    try (RocksStore store = RocksStore.open(directory.resolve("store"))) {
      CatalogStateMachine machine = new CatalogStateMachine(store, faults);
      int readable = 0;
      for (int i = 0; i < INPUTS; i++) {
        byte[] entry = entries.next();
        Result result = ResultCodec.decode(machine.apply(entry.clone()));
        Result expected = expected(model, entry);
        if (expected == null) {
          assertThat(result.outcome()).isEqualTo(Outcome.UNREADABLE);
        } else {
          assertThat(result).isEqualTo(expected);
          readable++;
        }
        assertThat(faults.all()).isEmpty();
      }
      assertThat(readable).as("inputs that are commands").isGreaterThan(INPUTS / 4);
      assertThat(machine.reader().position().applied()).isEqualTo(INPUTS);
      CatalogInvariants.assertSame(machine.reader(), model);

      // Loading reads every record and every row of the indexes again.
      CatalogPosition position = machine.reader().position();
      Path snapshot = Files.createDirectory(directory.resolve("snapshot"));
      machine.save(snapshot);
      machine.load(snapshot);
      assertThat(machine.reader().position()).isEqualTo(position);
    }
  }

  /** Null when it is no command. */
  private static Result expected(MemoryState model, byte[] entry) {
    Command command;
    try {
      command = CommandCodec.decode(entry);
    } catch (UnreadableRecordException e) {
      return null;
    }
    return model.apply(command);
  }
}
