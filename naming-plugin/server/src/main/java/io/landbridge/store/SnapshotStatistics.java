package io.landbridge.store;

/**
 * How snapshots went since the store was opened.
 *
 * @param saved how many were written
 * @param notSaved how many could not be
 * @param lastSavedAt when the last one was written, milliseconds since 1970; 0 when none was
 * @param lastSaveMillis how long that took, during which nothing was applied
 * @param lastSaveBytes how large its files are
 * @param lastSaveFiles how many files it has
 * @param loaded how many were loaded
 * @param notLoaded how many could not be, or were not what they said
 * @param lastLoadMillis how long the last one took to copy, verify and open; it was read on
 *     meanwhile
 */
public record SnapshotStatistics(
    long saved,
    long notSaved,
    long lastSavedAt,
    long lastSaveMillis,
    long lastSaveBytes,
    int lastSaveFiles,
    long loaded,
    long notLoaded,
    long lastLoadMillis) {

  static final SnapshotStatistics NONE = new SnapshotStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0);

  SnapshotStatistics saved(long at, long millis, long bytes, int files) {
    return new SnapshotStatistics(
        saved + 1, notSaved, at, millis, bytes, files, loaded, notLoaded, lastLoadMillis);
  }

  SnapshotStatistics saveFailed() {
    return new SnapshotStatistics(
        saved,
        notSaved + 1,
        lastSavedAt,
        lastSaveMillis,
        lastSaveBytes,
        lastSaveFiles,
        loaded,
        notLoaded,
        lastLoadMillis);
  }

  SnapshotStatistics loaded(long millis) {
    return new SnapshotStatistics(
        saved,
        notSaved,
        lastSavedAt,
        lastSaveMillis,
        lastSaveBytes,
        lastSaveFiles,
        loaded + 1,
        notLoaded,
        millis);
  }

  SnapshotStatistics loadFailed() {
    return new SnapshotStatistics(
        saved,
        notSaved,
        lastSavedAt,
        lastSaveMillis,
        lastSaveBytes,
        lastSaveFiles,
        loaded,
        notLoaded + 1,
        lastLoadMillis);
  }
}
