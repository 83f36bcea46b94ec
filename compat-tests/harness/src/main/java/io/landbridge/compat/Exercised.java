package io.landbridge.compat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The record of what a run has really exercised, one empty file per key, so that tests in several
 * processes can write to it at once.
 *
 * @param directory where the files are
 */
public record Exercised(Path directory) {

  /** System property: the directory of this run's record. */
  public static final String DIRECTORY = "landbridge.compat.exercised";

  /** The record of this run: {@link #DIRECTORY}, or {@code target/exercised} when it is not set. */
  public static Exercised ofThisRun() {
    return new Exercised(
        Path.of(System.getProperty(DIRECTORY, "target/exercised")).toAbsolutePath());
  }

  /**
   * Notes that something of {@code versions.txt} came up and was ready to be tested.
   *
   * @param key the words of its line, without coordinates, for example {@code ("server", "nacos",
   *     "3.1.0")} or {@code ("program", "dubbo", "2.7.23", "nacos-client", "1.4.6")}
   */
  public void record(String... key) {
    try {
      Files.createDirectories(directory);
      Files.write(directory.resolve(fileName(String.join(" ", key))), new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot note in " + directory + " that " + List.of(key) + " ran.", e);
    }
  }

  /** The listed keys that nothing has recorded, in order. */
  public Set<String> missing(Versions listed) {
    Set<String> recorded = recorded();
    return listed.keys().stream()
        .filter(key -> !recorded.contains(fileName(key)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> recorded() {
    if (!Files.isDirectory(directory)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + directory, e);
    }
  }

  private static String fileName(String key) {
    return key.replaceAll("[^A-Za-z0-9.]+", "_");
  }
}
