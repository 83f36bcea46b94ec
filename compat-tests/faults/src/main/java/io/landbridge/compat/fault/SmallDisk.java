package io.landbridge.compat.fault;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small file system in memory that can be filled up and freed again, for the data of one member.
 * What a dead process left mounted is removed when the next one is made.
 */
final class SmallDisk implements AutoCloseable {

  private static final String PREFIX = "landbridge-disk-";
  private static final Pattern MOUNT =
      Pattern.compile("(?m)^\\S+ (\\S*/" + PREFIX + "(\\d+)-\\S*) ");
  private static final int CHUNK = 64 * 1024;

  private final Path directory;

  private SmallDisk(Path directory) {
    this.directory = directory;
  }

  /** Why it cannot be made on this machine; empty if it can. */
  static Optional<String> whyNotHere() {
    if (!Shell.isRoot()) {
      return Optional.of("a file system of its own needs root");
    }
    try {
      new SmallDisk(mount(1)).close();
      return Optional.empty();
    } catch (IllegalStateException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Makes one. */
  static SmallDisk create(int megabytes) {
    removeLeftovers();
    return new SmallDisk(mount(megabytes));
  }

  /** A directory on it for a member's data. */
  Path data() {
    Path data = directory.resolve("data");
    try {
      Files.createDirectories(data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return data;
  }

  /** Fills it to the last byte. Once more after the member has freed some. */
  void fill() {
    int chunk = CHUNK;
    try (OutputStream out =
        Files.newOutputStream(filler(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (chunk >= 1) {
        try {
          out.write(new byte[chunk]);
        } catch (IOException full) {
          chunk /= 2;
        }
      }
    } catch (IOException full) {
      return;
    }
  }

  /** Gives back what {@link #fill} took. */
  void free() {
    try {
      Files.deleteIfExists(filler());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes it and all that is on it; call it when the member has ended. */
  @Override
  public void close() {
    // Lazily: a process that ends just now does not keep it.
    Shell.run("umount", "-l", directory.toString());
    deleteIfEmpty(directory);
  }

  private Path filler() {
    return directory.resolve("filler");
  }

  private static Path mount(int megabytes) {
    try {
      Path directory =
          Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-").toAbsolutePath();
      Optional<String> refused =
          Shell.tried(
              "mount",
              "-t",
              "tmpfs",
              "-o",
              "size=" + megabytes + "m",
              "tmpfs",
              directory.toString());
      if (refused.isPresent()) {
        deleteIfEmpty(directory);
        throw new IllegalStateException(refused.get());
      }
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void removeLeftovers() {
    try {
      Matcher mounts = MOUNT.matcher(Files.readString(Path.of("/proc/mounts")));
      while (mounts.find()) {
        long pid = Long.parseLong(mounts.group(2));
        if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
          new SmallDisk(Path.of(mounts.group(1))).close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void deleteIfEmpty(Path directory) {
    try {
      Files.deleteIfExists(directory);
    } catch (IOException inUse) {
      // An empty directory in the directory for temporary files harms nobody.
      return;
    }
  }
}
