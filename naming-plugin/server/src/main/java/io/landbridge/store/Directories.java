package io.landbridge.store;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whole directories: deleted, listed, copied. Symbolic links are never followed. */
final class Directories {

  private Directories() {}

  /** Deletes a directory and all that is in it; does nothing when it is not there. */
  static void delete(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      return;
    }
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** The names of the regular files directly in a directory, sorted. */
  static List<String> files(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  /**
   * Copies a checkpoint for use. Table files are immutable and are linked when the file system
   * allows it; the others are written to by the database that uses them and are copied.
   */
  static void copyCheckpoint(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (String name : files(from)) {
      Path source = from.resolve(name);
      Path target = to.resolve(name);
      if (!name.endsWith(".sst") || !linked(source, target)) {
        Files.copy(source, target);
      }
    }
  }

  private static boolean linked(Path source, Path target) {
    try {
      Files.createLink(target, source);
      return true;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
