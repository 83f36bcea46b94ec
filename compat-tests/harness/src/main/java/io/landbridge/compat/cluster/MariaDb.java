package io.landbridge.compat.cluster;

import io.landbridge.compat.Exercised;
import io.landbridge.compat.waiting.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * The database that the members of one ensemble share: a MariaDB with a data directory of its own,
 * from the binaries that the build lays out; nothing needs to be installed. Safe to use from
 * several threads.
 */
final class MariaDb {

  private static final Duration SET_UP = Duration.ofSeconds(180);
  private static final Duration START = Duration.ofSeconds(180);
  private static final Duration END = Duration.ofSeconds(20);
  private static final int PROTOCOL_VERSION = 10;
  private static final Pattern VERSION = Pattern.compile("(?:5\\.5\\.5-)?([0-9.]+)-MariaDB.*");

  /**
   * Ends the database when standard input ends, which it does however the parent dies: what {@code
   * ExitWithParent} is for servers. The number of the database's process goes to {@code $1}.
   */
  private static final String GUARD =
      "pidfile=$1; shift; \"$@\" & echo $! >\"$pidfile\"; cat >/dev/null; kill -9 $!; wait $!";

  /** Comments make the parser that sets the database up lose statements. */
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");

  private final Path installation;
  private final Path schemaJar;
  private final Path directory;
  private final PortLease port;
  private final String password;
  private final boolean attended;
  private Optional<Process> process = Optional.empty();

  /**
   * A database that is not there yet.
   *
   * @param artifacts where its binaries are
   * @param version the server whose schema it gets
   * @param directory for its data and its log; its own
   * @param password of the user {@code nacos}
   * @param attended whether it ends with this JVM
   */
  MariaDb(
      Artifacts artifacts,
      NacosVersion version,
      Path directory,
      PortLease port,
      String password,
      boolean attended) {
    this.installation = artifacts.mariaDb();
    this.schemaJar = artifacts.serverJar(version, "nacos-config-");
    this.directory = directory;
    this.port = port;
    this.password = password;
    this.attended = attended;
  }

  /** Why it cannot run on this machine; empty if it can. */
  static Optional<String> whyNotHere() {
    String system = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
    return system.equals("Linux on amd64")
        ? Optional.empty()
        : Optional.of("MariaDB is there for Linux on amd64 only, this is " + system);
  }

  /** What a server needs in its configuration to use it. */
  Map<String, String> serverProperties() {
    Map<String, String> all = new TreeMap<>();
    all.put("spring.datasource.platform", "mysql");
    all.put("db.num", "1");
    all.put(
        "db.url.0",
        "jdbc:mysql://127.0.0.1:"
            + port.port()
            + "/nacos?characterEncoding=utf8&connectTimeout=5000&socketTimeout=10000"
            + "&autoReconnect=true&useSSL=false&serverTimezone=UTC&allowPublicKeyRetrieval=true");
    all.put("db.user.0", "nacos");
    all.put("db.password.0", password);
    return all;
  }

  /** The port it listens on. */
  int port() {
    return port.port();
  }

  /**
   * Its process.
   *
   * @throws IllegalStateException if it does not run
   */
  synchronized ProcessId processId() {
    return ProcessHandle.of(pid())
        .map(ProcessId::of)
        .orElseThrow(() -> new IllegalStateException(this + " does not run"));
  }

  /**
   * Starts it and waits until it takes connections; the first time, sets it up before. Does nothing
   * if it lives.
   *
   * @throws ServerStartException if it is not there in time; shows its log
   */
  synchronized void start() {
    if (process.isPresent() && process.get().toHandle().isAlive()) {
      return;
    }
    try {
      if (!Files.isDirectory(data())) {
        setUp();
      }
      ProcessBuilder builder = new ProcessBuilder(command());
      builder.redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
      if (!attended) {
        builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
      }
      Process started = builder.start();
      process = Optional.of(started);
      String version = awaitReady(started);
      port.usedBy(processId(), attended);
      Exercised.ofThisRun().record("database", "mariadb", version);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + this, e);
    }
  }

  /** Ends it at once; its data are of no use to anybody afterwards. Gives its port back. */
  synchronized void end() {
    process.ifPresent(
        running -> {
          if (attended) {
            try {
              running.getOutputStream().close();
            } catch (IOException alreadyClosed) {
              // Then it has ended already.
            }
          } else {
            running.destroyForcibly();
          }
          ProcessId.awaitEnd(running.toHandle(), END);
        });
    port.release();
  }

  /** Removes everything but the log. */
  void keepLogOnly() {
    ServerHome.deleteTree(data());
  }

  @Override
  public String toString() {
    return "MariaDB on 127.0.0.1:" + port.port();
  }

  private Path data() {
    return directory.resolve("data");
  }

  private Path log() {
    return directory.resolve("mariadb.log");
  }

  private Path pidFile() {
    return directory.resolve("mariadb.pid");
  }

  private long pid() {
    try {
      return Long.parseLong(Files.readString(pidFile()).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> server() {
    Path binary = installation.resolve("bin/mariadbd");
    // Unpacked from a jar, which does not know of permissions.
    if (!Files.isExecutable(binary) && !binary.toFile().setExecutable(true)) {
      throw new IllegalStateException("Cannot make " + binary + " executable.");
    }
    return List.of(
        binary.toString(),
        "--no-defaults",
        "--user=" + System.getProperty("user.name"),
        "--basedir=" + installation,
        "--lc-messages-dir=" + installation.resolve("share"),
        "--datadir=" + data(),
        "--innodb-log-file-size=16M",
        "--innodb-buffer-pool-size=64M",
        "--character-set-server=utf8mb4");
  }

  private List<String> command() {
    List<String> line = new ArrayList<>();
    if (attended) {
      line.addAll(List.of("/bin/sh", "-c", GUARD, "mariadb", pidFile().toString()));
    } else if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
      line.add("/usr/bin/setsid");
    }
    line.addAll(server());
    line.add("--bind-address=127.0.0.1");
    line.add("--port=" + port.port());
    // Relative to the data directory: the whole path may be too long for a socket.
    line.add("--socket=mariadb.sock");
    line.add("--pid-file=" + pidFile());
    line.add("--skip-name-resolve");
    line.add("--max-connections=300");
    // What a power cut would lose here nobody misses.
    line.add("--innodb-flush-log-at-trx-commit=2");
    return line;
  }

  /**
   * Creates the system tables, the user and the server's schema, all by one short-lived process.
   */
  private void setUp() throws IOException {
    Files.createDirectories(data());
    List<String> line = new ArrayList<>(server());
    line.add("--bootstrap");
    Process setUp =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
            .start();
    try (var input = setUp.getOutputStream()) {
      input.write(statements().getBytes(StandardCharsets.UTF_8));
    } catch (IOException endedEarly) {
      // It says why in its log, which is shown below.
    }
    try {
      if (!setUp.waitFor(SET_UP.toMillis(), TimeUnit.MILLISECONDS)) {
        setUp.destroyForcibly();
        throw failure(this + " could not be set up in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      setUp.destroyForcibly();
      throw failure("Interrupted while setting up " + this);
    }
    if (setUp.exitValue() != 0) {
      ServerHome.deleteTree(data());
      throw failure(this + " could not be set up");
    }
  }

  private String statements() throws IOException {
    StringBuilder sql = new StringBuilder("create database mysql;\nuse mysql;\n");
    for (String file :
        List.of(
            "mariadb_system_tables.sql",
            "mariadb_performance_tables.sql",
            "mariadb_system_tables_data.sql",
            "maria_add_gis_sp_bootstrap.sql")) {
      sql.append(Files.readString(installation.resolve("share").resolve(file))).append('\n');
    }
    // Nobody needs the administrator, who would have no password.
    sql.append("delete from mysql.global_priv where User='root';\nflush privileges;\n");
    sql.append("create database nacos character set utf8mb4;\n");
    for (String host : List.of("localhost", "%")) {
      String user = "'nacos'@'" + host + "'";
      sql.append("create user " + user + " identified by '" + password + "';\n");
      sql.append("grant all on nacos.* to " + user + ";\n");
    }
    return sql.append("use nacos;\n").append(schema()).append('\n').toString();
  }

  private String schema() throws IOException {
    try (ZipFile jar = new ZipFile(schemaJar.toFile());
        InputStream schema = jar.getInputStream(jar.getEntry("META-INF/nacos-db.sql"))) {
      String text = new String(schema.readAllBytes(), StandardCharsets.UTF_8);
      return COMMENT.matcher(text).replaceAll("");
    }
  }

  private String awaitReady(Process started) {
    List<String> versions = new ArrayList<>();
    Eventually.holds(
        START,
        Duration.ofMillis(100),
        () -> {
          greeting().ifPresent(versions::add);
          return !versions.isEmpty() || !started.isAlive();
        });
    if (versions.isEmpty()) {
      started.destroyForcibly();
      throw failure(this + " did not take connections in time");
    }
    return versions.get(0);
  }

  /**
   * The version that a server says to who connects: after a header of four bytes and the version of
   * its protocol, up to a zero. Empty while there is none.
   */
  private Optional<String> greeting() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port()), 1_000);
      socket.setSoTimeout(1_000);
      InputStream input = socket.getInputStream();
      byte[] header = input.readNBytes(5);
      if (header.length < 5 || header[4] != PROTOCOL_VERSION) {
        return Optional.empty();
      }
      StringBuilder text = new StringBuilder();
      for (int next = input.read(); next > 0 && text.length() < 100; next = input.read()) {
        text.append((char) next);
      }
      Matcher version = VERSION.matcher(text);
      return version.matches() ? Optional.of(version.group(1)) : Optional.empty();
    } catch (IOException notYet) {
      return Optional.empty();
    }
  }

  private ServerStartException failure(String what) {
    try (Stream<String> lines = Files.lines(log(), StandardCharsets.ISO_8859_1)) {
      List<String> errors =
          lines.filter(line -> line.toLowerCase(Locale.ROOT).contains("error")).toList();
      return new ServerStartException(
          what
              + ".\n"
              + String.join("\n", errors.subList(Math.max(0, errors.size() - 20), errors.size()))
              + "\nIts log: "
              + log());
    } catch (IOException noLog) {
      return new ServerStartException(what + ", and wrote no log to " + log());
    }
  }
}
