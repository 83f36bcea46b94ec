package io.landbridge.store;

import io.landbridge.state.CatalogPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;

/** A database and what is kept in memory about it. One thread writes, any reads. */
final class Contents {

  private final Path path;
  private final RocksDatabase database;
  private final Queries queries;
  private final Tally tally;
  private volatile Position position;

  /** What is true after one command, together. */
  private record Position(Meta meta, int applications, int instances, int documents) {

    static Position of(Meta meta, Tally tally) {
      return new Position(meta, tally.applications(), tally.instances(), tally.documents());
    }
  }

  Contents(Path path, RocksDatabase database, Tally tally, Meta meta) {
    this.path = path;
    this.database = database;
    this.queries = new Queries(database);
    this.tally = tally;
    this.position = Position.of(meta, tally);
  }

  Path path() {
    return path;
  }

  RocksDatabase database() {
    return database;
  }

  Queries queries() {
    return queries;
  }

  Tally tally() {
    return tally;
  }

  Meta meta() {
    return position.meta();
  }

  CatalogPosition position() {
    Position now = position;
    return new CatalogPosition(
        now.meta().applied(),
        now.meta().checksum().toString(),
        now.applications(),
        now.instances(),
        now.documents());
  }

  /** Takes note of a command that was written. */
  void committed(Meta meta, Tally.Changes changes) {
    tally.change(changes);
    position = Position.of(meta, tally);
  }

  /** What an operator must know about a failure of the database: mostly, that the disk is full. */
  StoreException failure(String what, RocksDBException cause) {
    return new StoreException(
        "cannot %s in %s (%s): %s".formatted(what, path, free(), cause.getMessage()), cause);
  }

  private String free() {
    try {
      return (Files.getFileStore(path).getUsableSpace() >> 20) + " MiB free on this file system";
    } catch (IOException e) {
      return "its file system does not answer";
    }
  }
}
