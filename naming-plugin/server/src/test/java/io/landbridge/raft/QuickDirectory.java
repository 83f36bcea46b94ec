package io.landbridge.raft;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A directory for a test that opens hundreds of databases and does not care what a disk does: in
 * memory where the system has such a file system.
 */
final class QuickDirectory implements AutoCloseable {

  private static final Path IN_MEMORY = Path.of("/dev/shm");

  private final Path path;

  QuickDirectory() throws IOException {
    path =
        Files.isWritable(IN_MEMORY)
            ? Files.createTempDirectory(IN_MEMORY, "landbridge")
            : Files.createTempDirectory("landbridge");
  }

  Path path() {
    return path;
  }

  static void delete(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Override
  public void close() throws IOException {
    delete(path);
  }
}
