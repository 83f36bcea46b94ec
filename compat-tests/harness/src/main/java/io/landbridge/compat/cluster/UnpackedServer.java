package io.landbridge.compat.cluster;

import io.landbridge.compat.waiting.CheckRecords;
import io.landbridge.compat.waiting.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One standalone server of a release, without authentication, unpacked in a directory of its own
 * with settings for this machine, which its own scripts start and stop. What its scripts start and
 * do not stop, {@link #close} ends: the processes that name its directory.
 */
public final class UnpackedServer implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(4);
  private static final Duration STOP = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(250);

  /** Directories that a server writes; a copy is made without them. */
  private static final Set<String> WRITTEN = Set.of("data", "logs", "work");

  private final OfficialServer release;
  private final Path home;
  private final PortLease port;

  private UnpackedServer(OfficialServer release, Path home, PortLease port) {
    this.release = release;
    this.home = home;
    this.port = port;
  }

  /**
   * Unpacks a release.
   *
   * @param release that is copied
   * @param home a directory that does not exist
   */
  public static UnpackedServer of(OfficialServer release, Path home) throws IOException {
    try (Stream<Path> parts = Files.list(release.directory())) {
      for (Path part : parts.toList()) {
        if (!WRITTEN.contains(part.getFileName().toString())) {
          copy(part, home.resolve(part.getFileName()));
        }
      }
    }
    UnpackedServer server = new UnpackedServer(release, home, PortLease.take(1).get(0));
    release.configure(home.resolve("conf"), server.settings());
    return server;
  }

  private Map<String, String> settings() {
    Secrets secrets = Secrets.random();
    Map<String, String> settings = new LinkedHashMap<>();
    if (release.line().line() == 3) {
      settings.put("nacos.server.main.port", Integer.toString(port.port()));
      settings.put("nacos.server.contextPath", "/nacos");
      settings.put("nacos.deployment.type", release.deployment());
      settings.put("nacos.console.port", "0");
    } else {
      settings.put("server.port", Integer.toString(port.port()));
      settings.put("server.servlet.contextPath", "/nacos");
    }
    // The address that Nacos would choose is one of the machine's network, which is none of ours.
    settings.put("nacos.inetutils.ip-address", InetAddress.getLoopbackAddress().getHostAddress());
    // The three seconds of a release are too few for a new database on a busy machine.
    settings.put("db.pool.config.connectionTimeout", "120000");
    for (String part : List.of("", "admin.", "console.")) {
      settings.put("nacos.core.auth." + part + "enabled", "false");
    }
    settings.put("nacos.core.auth.server.identity.key", secrets.identityKey());
    settings.put("nacos.core.auth.server.identity.value", secrets.identityValue());
    settings.put("nacos.core.auth.plugin.nacos.token.secret.key", secrets.tokenKey());
    return settings;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(file, target);
          target.toFile().setExecutable(Files.isExecutable(file));
        }
      }
    }
  }

  /** Where it is unpacked. */
  public Path home() {
    return home;
  }

  /** {@code ip:port} of its HTTP API. */
  public String address() {
    return InetAddress.getLoopbackAddress().getHostAddress() + ":" + port.port();
  }

  /** Its API without authentication. */
  public NacosApi api() {
    return new NacosApi(release.line(), "http://" + address() + "/nacos");
  }

  /**
   * Starts it with {@code bin/startup.sh -m standalone}, and waits until it is ready.
   *
   * @throws ServerStartException if it is not within four minutes; shows the end of its output
   */
  public void start() {
    script("startup.sh", "-m", "standalone");
    CheckRecords.serverStarted(release.version());
    GrowingLog failure = new ServerHome(home).failure();
    Eventually.holds(START, POLL, () -> isReady() || failure.hasText());
    if (!isReady()) {
      throw new ServerStartException(
          "Nacos %s did not become ready:%n%s".formatted(release, new ServerHome(home).tail()));
    }
  }

  private boolean isReady() {
    try {
      return api().get(release.line().readinessPath()).ok();
    } catch (UncheckedIOException notYet) {
      return false;
    }
  }

  /**
   * Stops it with {@code bin/shutdown.sh}, and waits until its processes are gone.
   *
   * @throws IllegalStateException if they are not within a minute
   */
  public void stop() {
    script("shutdown.sh");
    if (!Eventually.holds(STOP, POLL, () -> processes().isEmpty())) {
      throw new IllegalStateException("Nacos " + release + " was told to stop, and is there");
    }
  }

  private void script(String name, String... arguments) {
    try {
      Path output = Files.createTempFile("script", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(
                  Stream.concat(
                          Stream.of(home.resolve("bin").resolve(name).toString()),
                          Stream.of(arguments))
                      .toList())
              .directory(home.toFile())
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      Process process = builder.start();
      boolean ended = process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS);
      process.destroyForcibly();
      if (!ended || process.exitValue() != 0) {
        throw new IllegalStateException(
            "%s of Nacos %s %s:%n%s"
                .formatted(
                    name,
                    release,
                    ended ? "ended with " + process.exitValue() : "did not end",
                    Files.readString(output)));
      }
      Files.delete(output);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " of Nacos " + release + " cannot be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(name + " was interrupted", e);
    }
  }

  /** The processes that have its directory in their arguments; nobody else's can have that. */
  private List<ProcessHandle> processes() {
    String ours = home + "/";
    return ProcessHandle.allProcesses()
        .filter(
            each ->
                each.info()
                    .arguments()
                    .map(all -> Stream.of(all).anyMatch(word -> word.contains(ours)))
                    .orElse(false))
        .toList();
  }

  @Override
  public void close() {
    processes().forEach(ProcessHandle::destroyForcibly);
    Eventually.holds(STOP, POLL, () -> processes().isEmpty());
    port.release();
  }
}
