package io.landbridge.compat.cluster;

import io.landbridge.compat.waiting.CheckRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One member: a server process that can be stopped, killed, paused and started again on the same
 * ports and the same home directory. Safe to use from several threads; operations on one member
 * take turns.
 */
public final class NacosServer {

  private static final String LANDBRIDGE_MAIN = "io.landbridge.compat.server.ExitWithParent";
  private static final Duration ORDERLY_END = Duration.ofSeconds(20);

  private final ServerSpec spec;
  private final Artifacts artifacts;
  private final PortLease ports;
  private final Place place;
  private final ServerHome home;
  private final boolean attended;
  private final GrowingLog failure;
  private final GrowingLog lostLeader;

  /** Asks it as long as this process lives: connections of an earlier one are of no use. */
  private Optional<NacosApi> api = Optional.empty();

  /** Whether others use it after this test, so that nobody may end or pause it. */
  private boolean shared;

  // Held for as long as the member is known: its standard input is what keeps the server alive.
  private Optional<Process> process = Optional.empty();

  NacosServer(
      ServerSpec spec,
      Artifacts artifacts,
      PortLease ports,
      Place place,
      ServerHome home,
      boolean attended) {
    this.spec = spec;
    this.artifacts = artifacts;
    this.ports = ports;
    this.place = place;
    this.home = home;
    this.attended = attended;
    this.failure = home.failure();
    this.lostLeader = home.lostLeader();
  }

  /** The same server on other ports of the loopback address. */
  NacosServer moved(PortLease other, ServerHome otherHome) {
    return new NacosServer(spec, artifacts, other, Place.LOOPBACK, otherHome, attended);
  }

  /** Its HTTP port. */
  public int port() {
    return ports.port();
  }

  /** The port of its main gRPC server. */
  public int grpcPort() {
    return ports.port() + 1_000;
  }

  /** The port of its Raft server. */
  public int raftPort() {
    return ports.port() - 1_000;
  }

  /** {@code ip:port}, as clients and other members are given it. */
  public String address() {
    return place.ip() + ":" + port();
  }

  /** Where its HTTP API is, with the context path and without a slash at the end. */
  public String baseUrl() {
    return "http://" + address() + "/nacos";
  }

  /** Its version. */
  public NacosVersion version() {
    return spec.version();
  }

  /** Its {@code nacos.home}. */
  public Path home() {
    return home.directory();
  }

  /** The directory with all its logs; {@code start.out} is what the process itself has written. */
  public Path logs() {
    return home.logs();
  }

  /** The directory an operator drops plugin jars in. Takes effect at the next start. */
  public Path plugins() {
    return home.plugins();
  }

  /** Its API without authentication. */
  public synchronized NacosApi api() {
    NacosApi now = api.orElseGet(() -> new NacosApi(version(), baseUrl()));
    api = Optional.of(now);
    return now;
  }

  /**
   * Its process number.
   *
   * @throws IllegalStateException if it has never been started
   */
  public synchronized long pid() {
    return process.orElseThrow(() -> new IllegalStateException(this + " was never started")).pid();
  }

  /** Whether its process lives, ready or not. */
  public synchronized boolean isAlive() {
    // Of the operating system: Process learns of the end a moment after those who wait for it.
    return process.isPresent() && process.get().toHandle().isAlive();
  }

  /** Whether it belongs to several tests; then nobody may stop, kill or pause it. */
  synchronized void share(boolean withOthers) {
    shared = withOthers;
  }

  private void requireOwn() {
    if (shared) {
      throw new IllegalStateException(
          this + " is shared with other tests: start one of your own to end or pause it.");
    }
  }

  /** Starts the process and returns at once. Does nothing if it lives. */
  public synchronized void start() {
    if (isAlive()) {
      return;
    }
    try {
      home.keepEarlierLogs();
      ProcessBuilder builder = new ProcessBuilder(command()).directory(home.directory().toFile());
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.startsWith("NACOS_") || name.equals("JAVA_TOOL_OPTIONS"));
      builder.environment().putAll(place.environment());
      builder.redirectErrorStream(true).redirectOutput(home.output().toFile());
      if (!attended) {
        builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
      }
      Process started = builder.start();
      CheckRecords.serverStarted(
          official().map(OfficialServer::version).orElse(version().number()));
      process = Optional.of(started);
      api = Optional.empty();
      ports.usedBy(ProcessId.of(started.toHandle()), attended);
      Files.writeString(home.directory().resolve("server.pid"), started.pid() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + this, e);
    }
  }

  /** Ends it in an orderly way, and by force after 20 seconds. */
  public void stop() {
    stop(ORDERLY_END);
  }

  /** Ends it in an orderly way, and by force after a while. */
  synchronized void stop(Duration atMost) {
    requireOwn();
    if (!isAlive()) {
      return;
    }
    Process running = process.orElseThrow();
    signal("CONT");
    running.destroy();
    if (!ProcessId.awaitEnd(running.toHandle(), atMost)) {
      kill9();
    }
  }

  /** Ends it at once, like a power cut, and waits until it is gone. */
  public synchronized void kill9() {
    requireOwn();
    process.ifPresent(running -> ProcessId.of(running.toHandle()).kill());
  }

  /** Freezes it: connections stay open and nothing answers (SIGSTOP). */
  public synchronized void pause() {
    requireOwn();
    signal("STOP");
  }

  /** Lets it go on after {@link #pause()} (SIGCONT). */
  public synchronized void resume() {
    signal("CONT");
  }

  /** Whether it answers its readiness check now. */
  public boolean isReady() {
    try {
      return isAlive() && api().get(version().readinessPath()).ok();
    } catch (UncheckedIOException notYet) {
      return false;
    }
  }

  /** Whether it has exited, or has said that it gave up although its JVM may still be there. */
  boolean hasFailed() {
    return !isAlive() || failure.hasText();
  }

  /** Whether it waits for ever for a leader of whom it was not told. */
  boolean hasLostLeader() {
    return lostLeader.hasText();
  }

  /** The last lines of its logs. */
  public String logTail() {
    return home.tail();
  }

  ServerHome homeDirectory() {
    return home;
  }

  ProcessId processId() {
    return ProcessId.of(ProcessHandle.of(pid()).orElseThrow());
  }

  void releasePorts() {
    ports.release();
  }

  @Override
  public String toString() {
    return "Nacos " + version() + " on " + address();
  }

  private List<String> command() {
    Path dir = home.directory();
    List<String> line = new ArrayList<>();
    if (!attended && Files.isExecutable(Path.of("/usr/bin/setsid"))) {
      // Its own session, so that it outlives the terminal it was started from.
      line.add("/usr/bin/setsid");
    }
    line.addAll(place.prefix());
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It lives for minutes and shares two processors with others: what it would spend on
    // optimising its code and on collecting concurrently, it never earns.
    line.add("-XX:TieredStopAtLevel=1");
    line.add("-XX:+UseSerialGC");
    line.add("-Xms256m");
    line.add("-Xmx" + spec.heapMegabytes() + "m");
    line.add("-Dnacos.home=" + dir);
    line.add("-Dnacos.server.ip=" + place.ip());
    line.add("-Dnacos.logs.path=" + home.logs());
    line.add("-Duser.home=" + dir);
    line.add("-Djava.io.tmpdir=" + home.temporary());
    line.add("-Dderby.stream.error.file=" + home.logs().resolve("derby.log"));
    if (!spec.installed()) {
      // A server that is killed leaves all it has written to the operating system, so nothing is
      // gained by waiting for the disk hundreds of times while the database is created.
      line.add("-Dderby.system.durability=test");
    }
    if (spec.isStandalone()) {
      line.add("-Dnacos.standalone=true");
    } else if (!spec.usesDatabase()) {
      line.add("-DembeddedStorage=true");
    }
    line.add("-Dlandbridge.server.attended=" + attended);
    line.addAll(spec.jvmOptions());
    if (version().line() == 3) {
      line.add(
          "-Dnacos.deployment.type=" + official().map(OfficialServer::deployment).orElse("server"));
    }
    line.add(
        "-Dlandbridge.server.main="
            + official().map(OfficialServer::mainClass).orElse(version().mainClass()));
    if (official().isPresent()) {
      addReleaseLaunch(line, official().get());
    } else if (spec.installed() && version().isExtensible()) {
      addPropertiesLaunch(line);
    } else {
      addClassPathLaunch(line);
    }
    line.add("--spring.config.additional-location=file:" + home.conf() + "/");
    if (!version().isExtensible()) {
      // The application.properties inside its jar wins over the file for this one.
      line.add("--server.port=" + port());
    }
    return line;
  }

  /**
   * On a flat class path, with what the build prepared for it. Plugins come last: the archive of
   * loaded classes is good for any class path that begins like its own.
   */
  private void addClassPathLaunch(List<String> line) {
    if (!version().isExtensible()) {
      for (String opened :
          List.of(
              "lang",
              "lang.reflect",
              "math",
              "text",
              "util",
              "util.concurrent",
              "net",
              "nio",
              "io",
              "time")) {
        line.add("--add-opens=java.base/java." + opened + "=ALL-UNNAMED");
      }
    }
    if (!spec.installed()) {
      line.addAll(artifacts.prepared(version()).options());
    }
    line.add("-cp");
    line.add(
        Stream.concat(artifacts.flatClassPath(version()).stream(), home.pluginJars().stream())
            .map(Path::toString)
            .collect(Collectors.joining(":")));
    line.add(LANDBRIDGE_MAIN);
  }

  /**
   * The way an operator's {@code startup.sh} does it: the class path is Spring Boot's loader alone,
   * and {@code loader.path} starts with the plugins directory.
   */
  private void addPropertiesLaunch(List<String> line) {
    List<Path> jars = artifacts.serverJars(version());
    Path loader =
        jars.stream()
            .filter(jar -> jar.getFileName().toString().startsWith("spring-boot-loader-"))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "No spring-boot-loader among the jars of Nacos " + version()));
    List<Path> path = new ArrayList<>();
    path.add(home.plugins());
    path.addAll(artifacts.launcherClasses(version()));
    jars.stream().filter(jar -> !jar.equals(loader)).forEach(path::add);
    line.add("-Dloader.main=" + LANDBRIDGE_MAIN);
    line.add("-Dloader.path=" + path.stream().map(Path::toString).collect(Collectors.joining(",")));
    line.add("-cp");
    line.add(loader.toString());
    line.add(
        version().line() == 3
            ? "org.springframework.boot.loader.launch.PropertiesLauncher"
            : "org.springframework.boot.loader.PropertiesLauncher");
  }

  /** As its script does it, but for the class that ends it with this process. */
  private void addReleaseLaunch(List<String> line, OfficialServer official) {
    line.add("-Dloader.main=" + LANDBRIDGE_MAIN);
    line.add("-Dloader.path=" + home.plugins() + "," + artifacts.launcherClasses());
    line.add("-jar");
    line.add(official.jar().toString());
    Path logging = home.conf().resolve("nacos-logback.xml");
    if (Files.isRegularFile(logging)) {
      line.add("--logging.config=" + logging);
    }
  }

  private Optional<OfficialServer> official() {
    return Artifacts.official(version());
  }

  private void signal(String name) {
    if (!isAlive()) {
      return;
    }
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start();
      if (!kill.waitFor(30, TimeUnit.SECONDS) || kill.exitValue() != 0) {
        throw new IllegalStateException("kill -" + name + " " + pid() + " failed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
