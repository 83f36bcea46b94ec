package io.landbridge.compat.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files that the build prepares for one class path so that its processes start quickly: an archive
 * of loaded classes (class data sharing), and for a server a database with its tables.
 *
 * <p>A JVM accepts an archive only if its class path begins with the one the archive was made with,
 * jars of the same size and time included. {@link #isOf} tells the same beforehand.
 *
 * @param directory where it is; need not exist
 */
public record Prepared(Path directory) {

  /** The archive of loaded classes. */
  public Path archive() {
    return directory.resolve("classes.jsa");
  }

  /** A database with its tables, as a server leaves it when it ends; only servers have one. */
  public Path database() {
    return directory.resolve("derby-data");
  }

  /**
   * The options that make a JVM use the archive; none if there is none. A JVM that cannot use it
   * starts without it.
   */
  public List<String> options() {
    return Files.isRegularFile(archive())
        ? List.of("-XX:SharedArchiveFile=" + archive(), "-Xlog:cds=off", "-Xlog:cds+dynamic=off")
        : List.of();
  }

  /** Copies the database, if there is one, to where a new server looks for its own. */
  void copyDatabase(Path to) {
    if (!Files.isDirectory(database())) {
      return;
    }
    copyTree(database(), to);
  }

  /** Whether what is there was made for this class path, as its jars are now, and this JVM. */
  public boolean isOf(List<Path> classPath) {
    try {
      return Files.isRegularFile(archive())
          && Files.isRegularFile(made())
          && Files.readString(made()).equals(fingerprint(classPath));
    } catch (IOException unreadable) {
      return false;
    }
  }

  /** Throws away what is there, so that it can be made again. */
  public void begin() {
    ServerHome.deleteTree(directory);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create " + directory, e);
    }
  }

  /**
   * Notes what it was made for, when all of it is there.
   *
   * @throws IllegalStateException if there is no archive
   */
  public void finish(List<Path> classPath) {
    if (!Files.isRegularFile(archive())) {
      throw new IllegalStateException("No archive was made: " + archive());
    }
    try {
      Files.writeString(made(), fingerprint(classPath));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + made(), e);
    }
  }

  private Path made() {
    return directory.resolve("made-for.txt");
  }

  static String fingerprint(List<Path> classPath) throws IOException {
    StringBuilder text = new StringBuilder(Runtime.version().toString());
    for (Path jar : classPath) {
      text.append('\n')
          .append(jar)
          .append(' ')
          .append(Files.size(jar))
          .append(' ')
          .append(Files.getLastModifiedTime(jar).toMillis());
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static void copyTree(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot copy " + from + " to " + to, e);
    }
  }
}
