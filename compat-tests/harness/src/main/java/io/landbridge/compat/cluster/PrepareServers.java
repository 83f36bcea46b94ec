package io.landbridge.compat.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Starts each server once, so that the archive of its loaded classes and a database with its tables
 * can be kept for all later starts.
 *
 * @param artifacts where everything is
 * @param work where the homes of the servers are put meanwhile
 */
public record PrepareServers(Artifacts artifacts, Path work) {

  /** Writing the archive takes some seconds of a processor, and the others have theirs. */
  private static final Duration ARCHIVE_WRITTEN = Duration.ofMinutes(3);

  /**
   * The servers that are not prepared for their jars.
   *
   * @throws IllegalStateException if a jar of this project is not packaged
   */
  public List<NacosVersion> pending() {
    return Arrays.stream(NacosVersion.values())
        .filter(version -> !artifacts.prepared(version).isOf(packaged(version)))
        .toList();
  }

  /**
   * Prepares a server.
   *
   * @throws ServerStartException if it does not start
   * @throws IllegalStateException if it leaves no archive
   */
  public void prepare(NacosVersion version) {
    Prepared prepared = artifacts.prepared(version);
    prepared.begin();
    ServerSpec spec =
        ServerSpec.of(version).withJvmOption("-XX:ArchiveClassesAtExit=" + prepared.archive());
    List<PortLease> ports = PortLease.take(1);
    Path directory = work.resolve("prepare-" + version + "-" + ports.get(0).port());
    ServerHome.deleteTree(directory);
    NacosEnsemble ensemble =
        NacosEnsemble.create(spec, artifacts, directory, ports, List.of(Place.LOOPBACK), true);
    try {
      ensemble.startAll();
      use(ensemble.api(0));
      ensemble.member(0).stop(ARCHIVE_WRITTEN);
      Path database = ensemble.member(0).home().resolve("data/derby-data");
      if (Files.isDirectory(database)) {
        Prepared.copyTree(database, prepared.database());
        Files.deleteIfExists(prepared.database().resolve("db.lck"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot prepare Nacos " + version, e);
    } finally {
      ensemble.close();
    }
    prepared.finish(packaged(version));
  }

  private List<Path> packaged(NacosVersion version) {
    List<Path> classPath = artifacts.flatClassPath(version);
    if (classPath.stream().anyMatch(Files::isDirectory)) {
      throw new IllegalStateException(
          "Nacos " + version + " cannot be prepared before this project's jars are packaged.");
    }
    return classPath;
  }

  /** Registers, lists and deregisters as every test does, so that the archive has these classes. */
  private static void use(NacosApi api) {
    Map<String, String> instance =
        Map.of("serviceName", "prepare", "ip", "127.0.0.1", "port", "1", "ephemeral", "true");
    api.post("/v1/ns/instance", instance);
    api.get("/v1/ns/instance/list", Map.of("serviceName", "prepare"));
    api.delete("/v1/ns/instance", instance);
  }
}
