package io.landbridge.store;

import io.landbridge.raft.CatalogStateMachine;
import io.landbridge.record.CommandCodec;
import io.landbridge.state.RandomCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.rocksdb.RocksDB;

/**
 * Saves or loads a snapshot in a process of its own, whose RocksDB may be another version.
 *
 * <p>{@code save DIRECTORY} and {@code load DIRECTORY} print the file RocksDB came from and the
 * digest, after more commands in the second case.
 */
public final class SnapshotExchange {

  private static final int COMMANDS = 400;

  private SnapshotExchange() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[1]);
    String digest = arguments[0].equals("save") ? save(directory) : load(directory);
    System.out.println(RocksDB.class.getProtectionDomain().getCodeSource().getLocation());
    System.out.println(digest);
  }

  /** Writes a snapshot. */
  static String save(Path directory) throws IOException {
    return inStore(
        machine -> {
          apply(machine, new Random(1));
          machine.save(Files.createDirectories(directory));
        });
  }

  /** Loads a snapshot and goes on from it. */
  static String load(Path directory) throws IOException {
    return inStore(
        machine -> {
          machine.load(directory);
          apply(machine, new Random(2));
        });
  }

  private interface Work {
    void on(CatalogStateMachine machine) throws IOException;
  }

  private static String inStore(Work work) throws IOException {
    Path directory = Files.createTempDirectory("landbridge-exchange");
    try (RocksStore store = RocksStore.open(directory)) {
      CatalogStateMachine machine =
          new CatalogStateMachine(
              store,
              (what, cause) -> {
                throw new IllegalStateException(what, cause);
              });
      work.on(machine);
      return machine.reader().position().toString();
    } finally {
      Directories.delete(directory);
    }
  }

  private static void apply(CatalogStateMachine machine, Random random) {
    RandomCommands commands = new RandomCommands(random);
    for (int i = 0; i < COMMANDS; i++) {
      machine.apply(CommandCodec.encode(commands.next()));
    }
  }
}
