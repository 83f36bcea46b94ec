package io.landbridge.compat.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.landbridge.compat.Exercised;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Three machines as an operator finds them who upgrades in place: on each an old server that runs
 * and a new one that is unpacked beside it, for the same address. Each has {@code bin/startup.sh}
 * and {@code bin/shutdown.sh}; whoever runs those does what the scripts of a distribution do.
 *
 * <p>Closing ends all processes and removes everything but the logs.
 */
public final class Machines implements AutoCloseable {

  /** How many there are. */
  public static final int COUNT = 3;

  private static final String OLD = "old";
  private static final String NEW = "new";
  private static final String START = "startup.sh";
  private static final String STOP = "shutdown.sh";

  private final NacosEnsemble before;
  private final List<NacosServer> after;
  private final Path directory;
  private final Optional<MariaDb> database;
  private final Exercised exercised;
  private final HttpServer control;
  private final ExecutorService controlThread = Executors.newCachedThreadPool();
  private final Thread endWithJvm;

  private Machines(
      NacosEnsemble before,
      List<NacosServer> after,
      Path directory,
      Optional<MariaDb> database,
      HttpServer control) {
    this.before = before;
    this.after = List.copyOf(after);
    this.directory = directory;
    this.database = database;
    this.exercised = Exercised.ofThisRun();
    this.control = control;
    this.endWithJvm = new Thread(() -> after.forEach(NacosServer::kill9), "end-machines");
  }

  /**
   * Lays them out and starts the old servers as a cluster.
   *
   * @param version of the new servers
   * @throws ServerStartException if the old ones are not ready in five minutes
   */
  public static Machines start(NacosVersion version) {
    ServerSpec oldSpec = ServerSpec.of(NacosVersion.V1_4_1).withMembers(COUNT).asInstalled();
    ServerSpec newSpec = ServerSpec.of(version).withMembers(COUNT).asInstalled();
    Path work =
        Path.of(System.getProperty(NacosEnsemble.WORK, "target/ensembles")).toAbsolutePath();
    List<PortLease> ports = PortLease.take(COUNT + (newSpec.usesDatabase() ? 1 : 0));
    Path directory =
        work.resolve("machines-" + ports.get(0).port() + "-" + System.currentTimeMillis());
    Artifacts artifacts = Artifacts.locate();
    Secrets secrets = Secrets.random();
    Optional<MariaDb> database =
        newSpec.usesDatabase()
            ? Optional.of(
                new MariaDb(
                    artifacts,
                    version,
                    directory.resolve("mariadb"),
                    ports.get(COUNT),
                    secrets.databasePassword(),
                    true))
            : Optional.empty();
    try {
      HttpServer control =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      List<PortLease> ofServers = ports.subList(0, COUNT);
      List<String> addresses =
          ofServers.stream().map(port -> Place.LOOPBACK.ip() + ":" + port.port()).toList();
      List<NacosServer> before = new ArrayList<>();
      List<NacosServer> after = new ArrayList<>();
      Map<String, String> settings = database.map(MariaDb::serverProperties).orElse(Map.of());
      for (PortLease port : ofServers) {
        Path machine = directory.resolve(Integer.toString(port.port()));
        ServerHome old = new ServerHome(machine.resolve(OLD));
        old.create(oldSpec, port.port(), addresses, Place.LOOPBACK, secrets, Map.of());
        before.add(new NacosServer(oldSpec, artifacts, port, Place.LOOPBACK, old, true));
        ServerHome unpacked = new ServerHome(machine.resolve(NEW));
        unpacked.create(newSpec, port.port(), List.of(), Place.LOOPBACK, secrets, settings);
        after.add(new NacosServer(newSpec, artifacts, port, Place.LOOPBACK, unpacked, true));
        for (String home : List.of(OLD, NEW)) {
          for (String script : List.of(START, STOP)) {
            script(machine, home, script, control.getAddress().getPort());
          }
        }
      }
      Machines machines =
          new Machines(
              NacosEnsemble.of(oldSpec, secrets, directory.resolve(OLD), before),
              after,
              directory,
              database,
              control);
      machines.start();
      return machines;
    } catch (IOException e) {
      throw new UncheckedIOException("The machines could not be laid out in " + directory, e);
    }
  }

  private static void script(Path machine, String home, String name, int control)
      throws IOException {
    Path bin = Files.createDirectories(machine.resolve(home).resolve("bin"));
    Path script = bin.resolve(name);
    Files.writeString(
        script,
        """
        #!/bin/sh
        exec curl -fsS -m 60 -X POST http://127.0.0.1:%d/%s/%s/%s
        """
            .formatted(control, machine.getFileName(), home, name));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }

  private void start() {
    Runtime.getRuntime().addShutdownHook(endWithJvm);
    control.setExecutor(controlThread);
    control.createContext("/", this::obey);
    control.start();
    try {
      database.ifPresent(MariaDb::start);
      before.startAll();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Path: machine, old or new, name of the script. */
  private void obey(HttpExchange exchange) throws IOException {
    int status = 200;
    try {
      String[] words = exchange.getRequestURI().getPath().substring(1).split("/", -1);
      NacosServer server = server(Integer.parseInt(words[0]), words[1].equals(OLD));
      if (words[2].equals(START)) {
        server.start();
        exercised.record("server", "nacos", server.version().number());
      } else {
        server.stop();
      }
    } catch (RuntimeException e) {
      status = 500;
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private NacosServer server(int port, boolean old) {
    return (old ? before.members() : after)
        .stream().filter(server -> server.port() == port).findFirst().orElseThrow();
  }

  /** The addresses of the machines, {@code ip:port}, in the order of their ports. */
  public List<String> addresses() {
    return after.stream().map(NacosServer::address).toList();
  }

  /**
   * The directory of all machines. That of a machine is named by its port; in it are {@code old}
   * and {@code new}.
   */
  public Path directory() {
    return directory;
  }

  /** The server whose process lives at an address; empty for none. */
  public Optional<NacosServer> running(String address) {
    List<NacosServer> all = new ArrayList<>(before.members());
    all.addAll(after);
    return all.stream()
        .filter(server -> server.address().equals(address) && server.isAlive())
        .findFirst();
  }

  /** The last lines of the logs of all new servers. */
  public String logTail() {
    StringBuilder text = new StringBuilder();
    after.forEach(
        server -> text.append("===== ").append(server).append('\n').append(server.logTail()));
    return text.toString();
  }

  @Override
  public void close() {
    control.stop(0);
    controlThread.shutdownNow();
    after.parallelStream().forEach(NacosServer::stop);
    before.close();
    after.forEach(server -> server.homeDirectory().keepLogsOnly());
    database.ifPresent(MariaDb::end);
    database.ifPresent(MariaDb::keepLogOnly);
    try {
      Runtime.getRuntime().removeShutdownHook(endWithJvm);
    } catch (IllegalStateException jvmIsEnding) {
      // Then the hook does once more what has been done.
      return;
    }
  }
}
