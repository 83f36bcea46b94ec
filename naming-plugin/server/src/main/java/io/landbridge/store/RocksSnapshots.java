package io.landbridge.store;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.state.DisappearanceListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.rocksdb.RocksDBException;

/** Saves the contents of a store, and loads others. Used by one thread, but for the statistics. */
final class RocksSnapshots {

  private static final String CHECKPOINT = "rocksdb";

  private final GuardedContents contents;
  private final MemoryBudget budget;
  private final Supplier<Path> nextPath;

  /** Written by the one thread that saves and loads. */
  private volatile SnapshotStatistics statistics = SnapshotStatistics.NONE;

  /**
   * Makes one.
   *
   * @param nextPath gives where to put the next database
   */
  RocksSnapshots(GuardedContents contents, MemoryBudget budget, Supplier<Path> nextPath) {
    this.contents = contents;
    this.budget = budget;
    this.nextPath = nextPath;
  }

  /** What was saved and loaded. From any thread. */
  SnapshotStatistics statistics() {
    return statistics;
  }

  /** Saves the contents, and returns the files that are written. See {@link Store#save}. */
  List<String> save(Path target) throws IOException {
    long start = System.nanoTime();
    try {
      List<String> files = checkpoint(target);
      long bytes = 0;
      for (String file : files) {
        bytes += Files.size(target.resolve(file));
      }
      statistics =
          statistics.saved(System.currentTimeMillis(), millisSince(start), bytes, files.size());
      return files;
    } catch (StoreException | IOException e) {
      statistics = statistics.saveFailed();
      throw new IOException("cannot save a snapshot to " + target + ": " + e.getMessage(), e);
    }
  }

  private List<String> checkpoint(Path target) throws IOException {
    Path checkpoint = target.resolve(CHECKPOINT);
    contents.on(
        "save",
        held -> {
          held.database().checkpoint(checkpoint);
          return checkpoint;
        });
    return Directories.files(checkpoint).stream().map(name -> CHECKPOINT + "/" + name).toList();
  }

  /** Loads contents in the place of the present ones. See {@link Store#load}. */
  void load(Path source, DisappearanceListener losses) throws IOException {
    long start = System.nanoTime();
    Path path = nextPath.get();
    Contents loaded;
    try {
      Directories.copyCheckpoint(source.resolve(CHECKPOINT), path);
      loaded = openCopy(path);
    } catch (RocksDBException | StoreException | IOException e) {
      statistics = statistics.loadFailed();
      deleteOrLeave(path);
      String why = e instanceof IOException ? e.toString() : e.getMessage();
      throw new IOException("cannot load the snapshot in " + source + ": " + why, e);
    }
    try {
      tellLosses(loaded, losses);
    } catch (StoreException e) {
      // What was held before cannot be read: all the more reason to replace it.
    }
    Contents before = contents.replace(loaded);
    statistics = statistics.loaded(millisSince(start));
    if (before != null) {
      deleteOrLeave(before.path());
    }
  }

  private static void deleteOrLeave(Path path) {
    try {
      Directories.delete(path);
    } catch (IOException e) {
      // It takes space until the store is opened the next time, which is no reason to stop.
    }
  }

  private void tellLosses(Contents loaded, DisappearanceListener losses) {
    for (ApplicationKey application : contents.read(held -> held.tally().applicationKeys())) {
      if (losses.concerns(application)) {
        List<ApplicationInstance> lost =
            contents.read(held -> held.queries().missingFrom(loaded.database(), application));
        if (!lost.isEmpty()) {
          losses.losing(lost);
        }
      }
    }
  }

  private Contents openCopy(Path path) throws RocksDBException {
    byte[] bytes = RocksDatabase.readMeta(path);
    if (bytes == null) {
      throw new StoreException("its format is missing");
    }
    Meta meta = Meta.fromBytes(bytes);
    RocksDatabase database = RocksDatabase.open(path, budget);
    try {
      return new Contents(path, database, new Verification(database).verified(meta), meta);
    } catch (RocksDBException | RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  private static long millisSince(long start) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }
}
