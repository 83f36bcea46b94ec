package io.landbridge.compat.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The directory of one server, laid out like an unpacked distribution: {@code conf}, {@code
 * plugins}, {@code data}, {@code logs}.
 *
 * @param directory its {@code nacos.home}
 */
record ServerHome(Path directory) {

  private static final List<String> TAIL_OF =
      List.of("start.out", "nacos.log", "alipay-jraft.log", "config-fatal.log");
  private static final int TAIL_LINES = 40;

  Path conf() {
    return directory.resolve("conf");
  }

  Path plugins() {
    return directory.resolve("plugins");
  }

  Path logs() {
    return directory.resolve("logs");
  }

  Path temporary() {
    return directory.resolve("tmp");
  }

  /** The jars an operator has dropped in, in the order of their names. */
  List<Path> pluginJars() {
    try (Stream<Path> files = Files.list(plugins())) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + plugins(), e);
    }
  }

  /** What the process itself writes. */
  Path output() {
    return logs().resolve("start.out");
  }

  /** Creates the layout for a first start; {@code database} is how the shared one is reached. */
  void create(
      ServerSpec spec,
      int port,
      List<String> memberAddresses,
      Place place,
      Secrets secrets,
      Map<String, String> database) {
    try {
      for (Path part : List.of(conf(), plugins(), logs(), temporary())) {
        Files.createDirectories(part);
      }
      for (Path plugin : spec.plugins()) {
        Files.copy(
            plugin, plugins().resolve(plugin.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
      Path properties = conf().resolve("application.properties");
      Files.deleteIfExists(properties);
      // Holds the secrets of this ensemble.
      Files.createFile(
          properties,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Map<String, String> settings = properties(spec, port, secrets, database);
      Optional<OfficialServer> official = Artifacts.official(spec.version());
      if (official.isPresent()) {
        settings.putAll(settings(official.get()));
        official.get().configure(conf(), settings);
      } else {
        Files.writeString(properties, text(settings));
      }
      if (!spec.isStandalone()) {
        list(memberAddresses);
      }
      if (place.data().isPresent()) {
        Files.createSymbolicLink(directory.resolve("data"), place.data().get());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot lay out a server in " + directory, e);
    }
  }

  /** Writes the member list; a running server notices. */
  void list(List<String> memberAddresses) {
    Path part = directory.resolve("cluster.part");
    try {
      Files.writeString(part, String.join("\n", memberAddresses) + "\n");
      // A server that reads half a list would take the other members for gone.
      Files.move(part, conf().resolve("cluster.conf"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write the member list of " + directory, e);
    }
  }

  /** Gives a server that was never started a database with its tables. */
  void lay(Prepared prepared) {
    prepared.copyDatabase(directory.resolve("data/derby-data"));
  }

  /** A Derby database whose creation took too long can never be opened, only made again. */
  void forgetUnfinishedDatabase() {
    Path database = directory.resolve("data/derby-data");
    if (!Files.exists(database.resolve("service.properties"))) {
      deleteTree(database);
    }
  }

  /** Removes what the server has stored. */
  void loseData() {
    deleteTree(directory.resolve("data"));
  }

  /** Removes everything but the logs. */
  void keepLogsOnly() {
    for (String part : List.of("data", "tmp", "plugins", "conf", "work", "tomcat")) {
      deleteTree(directory.resolve(part));
    }
  }

  /** The last lines of the logs that tell why a start failed. */
  String tail() {
    StringBuilder text = new StringBuilder();
    for (String name : TAIL_OF) {
      Path log = logs().resolve(name);
      if (!Files.isRegularFile(log)) {
        continue;
      }
      List<String> lines = lines(log);
      text.append("--- ").append(log).append('\n');
      lines
          .subList(Math.max(0, lines.size() - TAIL_LINES), lines.size())
          .forEach(line -> text.append(line).append('\n'));
    }
    return text.toString();
  }

  /** Says whether the process has said that it gave up, although it may still be there. */
  GrowingLog failure() {
    return new GrowingLog(
        output(), "Nacos failed to start", "APPLICATION FAILED TO START", "Application run failed");
  }

  /**
   * Says whether a Raft group of the server was elected a leader before the server had finished
   * making it. The server is not told who leads then, and waits for that until it is ended.
   */
  GrowingLog lostLeader() {
    return new GrowingLog(raftLog(), "NacosStateMachine.onLeaderStart(");
  }

  private Path raftLog() {
    return logs().resolve("alipay-jraft.log");
  }

  /** Keeps what was logged before a start apart, so that a look for failures sees that start. */
  void keepEarlierLogs() throws IOException {
    for (Path log : List.of(output(), raftLog())) {
      if (Files.exists(log)) {
        String name = log.getFileName().toString();
        long earlier;
        try (Stream<Path> files = Files.list(logs())) {
          earlier = files.filter(file -> file.getFileName().toString().startsWith(name)).count();
        }
        Files.move(log, logs().resolve(name + "." + earlier));
      }
    }
  }

  static void deleteTree(Path tree) {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + tree, e);
    }
  }

  private static List<String> lines(Path log) {
    try {
      // Not strict UTF-8: logs may be cut in the middle of a character.
      return new String(Files.readAllBytes(log), java.nio.charset.StandardCharsets.ISO_8859_1)
          .lines()
          .toList();
    } catch (IOException e) {
      return List.of("(cannot be read: " + e + ")");
    }
  }

  private Map<String, String> properties(
      ServerSpec spec, int port, Secrets secrets, Map<String, String> database) {
    Map<String, String> all = new TreeMap<>();
    String auth = Boolean.toString(spec.auth());
    if (spec.version().line() == 3) {
      all.put("nacos.server.main.port", Integer.toString(port));
      all.put("nacos.server.contextPath", "/nacos");
      all.put("nacos.deployment.type", "server");
      all.put("management.elastic.metrics.export.enabled", "false");
      all.put("management.influx.metrics.export.enabled", "false");
      // On a slow machine the check runs before nacos_config has a leader and every member exits.
      all.put("nacos.namespace.migrate.retry.times", "60");
    } else {
      all.put("server.port", Integer.toString(port));
      all.put("server.servlet.contextPath", "/nacos");
      all.put("server.max-http-header-size", "524288");
      all.put("management.metrics.export.elastic.enabled", "false");
      all.put("management.metrics.export.influx.enabled", "false");
      all.put("nacos.istio.mcp.server.enabled", "false");
    }
    // Where a disk is slow or three members start at once, creating a Derby database takes longer
    // than the server's three seconds for a connection, and a member that has failed starts over.
    all.put("db.pool.config.connectionTimeout", "120000");
    all.put("server.error.include-message", "ALWAYS");
    // Members that are started together find nobody to load from, and try again half a minute
    // later: what they are given then replaces what their own clients have registered meanwhile.
    all.put("nacos.core.protocol.distro.data.load.retryDelayMs", "1000");
    // Registrations for which nobody beats end after three minutes, whatever patience they ask for,
    // and on a slow machine a test takes longer.
    all.put("nacos.naming.client.expired.time", "3600000");
    all.put("server.tomcat.basedir", "file:" + directory.resolve("tomcat"));
    all.put("nacos.cmdb.loadDataAtStart", "false");
    all.put("nacos.core.auth.system.type", "nacos");
    all.put("nacos.core.auth.enabled", auth);
    all.put("nacos.core.auth.admin.enabled", auth);
    all.put("nacos.core.auth.console.enabled", auth);
    all.put("nacos.core.auth.caching.enabled", "true");
    all.put("nacos.core.auth.enable.userAgentAuthWhite", "false");
    // Needed with authentication off as well: 3.x does not start without an identity.
    all.put("nacos.core.auth.server.identity.key", secrets.identityKey());
    all.put("nacos.core.auth.server.identity.value", secrets.identityValue());
    all.put("nacos.core.auth.plugin.nacos.token.secret.key", secrets.tokenKey());
    all.put(
        "nacos.security.ignore.urls",
        "/,/error,/v1/auth/**,/v1/console/health/**,/actuator/**,/v1/console/server/**");
    all.putAll(database);
    all.putAll(spec.properties());
    return all;
  }

  /** Settings for a release, which has a console on a port of its own. */
  private static Map<String, String> settings(OfficialServer server) {
    return server.line().line() == 3
        ? Map.of("nacos.deployment.type", server.deployment(), "nacos.console.port", "0")
        : Map.of();
  }

  private static String text(Map<String, String> properties) {
    return properties.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
        .collect(Collectors.joining());
  }
}
