package io.landbridge.compat.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What {@code cluster up} leaves behind, so that {@code down} ends these processes and no others.
 *
 * @param name given by the user
 * @param version server version
 * @param plugin the plugin jar, or "none"
 * @param auth whether authentication is on
 * @param members in the order of their ports
 * @param databases what the members share, none or one
 */
record ClusterRecord(
    String name,
    String version,
    String plugin,
    boolean auth,
    List<Member> members,
    List<Database> databases) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILE = "cluster.json";

  /** Records of earlier builds have no databases. */
  ClusterRecord {
    databases = List.copyOf(Objects.requireNonNullElse(databases, List.of()));
  }

  /** One server. */
  record Member(int port, String url, String home, ProcessId process) {

    boolean isAlive() {
      return process.isAlive();
    }

    /**
     * Ends it in an orderly way, by force after 20 seconds; leaves a later process of its number
     * alone.
     */
    void end() {
      process
          .live()
          .ifPresent(
              running -> {
                running.destroy();
                if (!ProcessId.awaitEnd(running, Duration.ofSeconds(20))) {
                  process.kill();
                }
              });
      PortLease.releaseAt(port);
    }
  }

  /** A database, which has nothing worth an orderly end. */
  record Database(int port, ProcessId process) {

    void end() {
      process.kill();
      PortLease.releaseAt(port);
    }
  }

  static ClusterRecord of(String name, NacosEnsemble ensemble) {
    return new ClusterRecord(
        name,
        ensemble.spec().version().number(),
        ensemble.spec().plugins().stream().map(Path::toString).findFirst().orElse("none"),
        ensemble.spec().auth(),
        ensemble.members().stream()
            .map(m -> new Member(m.port(), m.baseUrl(), m.home().toString(), m.processId()))
            .toList(),
        ensemble.database().stream().map(db -> new Database(db.port(), db.processId())).toList());
  }

  /** All recorded clusters below a directory, by name. */
  static List<ClusterRecord> all(Path clusters) {
    if (!Files.isDirectory(clusters)) {
      return List.of();
    }
    try (Stream<Path> directories = Files.list(clusters)) {
      return directories
          .map(directory -> directory.resolve(FILE))
          .filter(Files::isRegularFile)
          .sorted()
          .map(ClusterRecord::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write(Path directory) {
    try {
      JSON.writerWithDefaultPrettyPrinter().writeValue(directory.resolve(FILE).toFile(), this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isAlive() {
    return members.stream().anyMatch(Member::isAlive);
  }

  private static ClusterRecord read(Path file) {
    try {
      return JSON.readValue(file.toFile(), ClusterRecord.class);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is not a cluster record; remove it by hand", e);
    }
  }
}
