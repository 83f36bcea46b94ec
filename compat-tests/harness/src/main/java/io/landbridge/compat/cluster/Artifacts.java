package io.landbridge.compat.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the build puts what the harness starts. The only place that knows.
 *
 * @param root the directory of the whole project
 */
public record Artifacts(Path root) {

  /** System property: the directory of the whole project. */
  public static final String ROOT = "landbridge.root";

  /** System property: the plugin's jar, when it is not the one of this build. */
  public static final String PLUGIN = "landbridge.plugin.jar";

  /** System property: the directory of the distribution module. */
  public static final String DISTRIBUTION = "landbridge.distribution";

  /**
   * The build tree this process belongs to: {@link #ROOT}, or the nearest directory above the
   * working directory that holds {@code compat-tests/versions.txt}.
   *
   * @throws IllegalStateException if there is none
   */
  public static Artifacts locate() {
    String given = System.getProperty(ROOT);
    if (given != null) {
      return new Artifacts(Path.of(given).toAbsolutePath().normalize());
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isRegularFile(at.resolve("compat-tests/versions.txt"))) {
        return new Artifacts(at);
      }
    }
    throw new IllegalStateException(
        "Not inside the project; set -D" + ROOT + "=<directory that holds compat-tests>.");
  }

  /** The list of everything under test. */
  public Path versionsFile() {
    return compatTests().resolve("versions.txt");
  }

  /** The unpacked release that takes the place of a server, if one of its line is given. */
  static Optional<OfficialServer> official(NacosVersion version) {
    return OfficialServer.given().filter(given -> given.line() == version);
  }

  /**
   * The jar that goes into the plugins directory.
   *
   * @throws IllegalStateException if it is not built
   */
  public Path pluginJar() {
    String given = System.getProperty(PLUGIN);
    if (given != null) {
      return existing(Path.of(given).toAbsolutePath(), "distribution/plugin-jar");
    }
    return jarOf("distribution/plugin-jar", "landbridge-naming-plugin");
  }

  /** The jar of a module that is named like this. */
  private Path jarOf(String module, String prefix) {
    Path target = root.resolve(module).resolve("target");
    return jarIn(target, prefix)
        .orElseGet(() -> existing(target.resolve(prefix + "-<version>.jar"), module));
  }

  /** The jar of a module of this build; empty while the module is not packaged. */
  private static Optional<Path> jarOf(Path module) {
    return jarIn(module.resolve("target"), "landbridge");
  }

  private static Optional<Path> jarIn(Path target, String prefix) {
    if (!Files.isDirectory(target)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(target)) {
      return files
          .filter(file -> file.getFileName().toString().matches(prefix + "-.*\\.jar"))
          .filter(
              file -> !file.getFileName().toString().matches(".*-(sources|javadoc|tests)\\.jar"))
          .max(Comparator.naturalOrder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The directory of the distribution module, with the quickstart. */
  public Path distribution() {
    String given = System.getProperty(DISTRIBUTION);
    return given == null ? root.resolve("distribution") : Path.of(given).toAbsolutePath();
  }

  /**
   * The unpacked archive.
   *
   * @throws IllegalStateException if it is not built
   */
  public Path archive() {
    try (Stream<Path> files = Files.list(distribution().resolve("target"))) {
      return files
          .filter(each -> Files.isExecutable(each.resolve("bin/landbridge")))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("The archive is not built: distribution"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The {@code landbridge} command.
   *
   * @throws IllegalStateException if it is not built
   */
  public Path commandLineTool() {
    existing(root.resolve("migration-tool/target/classes"), "migration-tool");
    return existing(root.resolve("migration-tool/bin/landbridge"), "migration-tool");
  }

  /**
   * The jar of the command with everything it needs.
   *
   * @throws IllegalStateException if it is not built
   */
  public Path commandJar() {
    return jarOf("migration-tool", "landbridge-cli");
  }

  /**
   * The JSON Schemas of what the command prints, {@code NAME-1.json} of {@code landbridge/NAME/1}.
   */
  public Path schemas() {
    return existing(root.resolve("migration-tool/src/main/resources/schemas"), "migration-tool");
  }

  /**
   * The jars of a server, in class path order; the order matters.
   *
   * @throws IllegalStateException if the list of them is not built
   */
  public List<Path> serverJars(NacosVersion version) {
    Path list =
        existing(serverModule(version).resolve("target/server.classpath"), moduleOf(version));
    try {
      return Arrays.stream(Files.readString(list).strip().split(":", -1))
          .map(Path::of)
          .map(jar -> existing(jar, moduleOf(version)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The one jar of a server whose file name starts like this.
   *
   * @throws IllegalStateException if there is none
   */
  public Path serverJar(NacosVersion version, String prefix) {
    return serverJars(version).stream()
        .filter(jar -> jar.getFileName().toString().startsWith(prefix))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException("No " + prefix + " among the jars of Nacos " + version));
  }

  /**
   * Jars of servers newer than those that can be started here, for the head of a class path.
   *
   * @throws IllegalStateException if they are not there
   */
  public List<Path> newerParts() {
    String module = "compat-tests/servers/newer-parts";
    Path directory = existing(root.resolve(module).resolve("target/newer-parts"), module);
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The jar that stands for the list of plugins of a newer server; needs {@link #newerParts}.
   *
   * @throws IllegalStateException if it is not built
   */
  public Path pluginList() {
    return jarOf("compat-tests/servers/plugin-list", "landbridge-compat-plugin-list");
  }

  /** The database that servers share, unpacked: {@code bin} and {@code share}. */
  Path mariaDb() {
    return existing(
        compatTests().resolve("servers/mariadb/target/mariadb"), "compat-tests/servers/mariadb");
  }

  /** The prepared files of a server that is started on its flat class path. */
  Prepared prepared(NacosVersion version) {
    return new Prepared(serverModule(version).resolve("target/prepared"));
  }

  /**
   * The flat class path of a server: the jars of this project first, then its own. A directory of
   * classes stands for a module that is not packaged; nothing is prepared then.
   */
  List<Path> flatClassPath(NacosVersion version) {
    List<Path> path = new ArrayList<>();
    List<Path> modules = new ArrayList<>(List.of(compatTests().resolve("servers/launch")));
    if (version != NacosVersion.V1_4_1) {
      modules.add(serverModule(version));
    }
    for (Path module : modules) {
      path.add(
          jarOf(module)
              .orElseGet(
                  () ->
                      existing(
                          module.resolve("target/classes"), root.relativize(module).toString())));
    }
    // Old artifacts also bring POMs, which no archive of classes counts.
    serverJars(version).stream().filter(jar -> jar.toString().endsWith(".jar")).forEach(path::add);
    return List.copyOf(path);
  }

  /** The classes of this project that a server is started with; first the common, then its own. */
  public List<Path> launcherClasses(NacosVersion version) {
    Path common = launcherClasses();
    if (version == NacosVersion.V1_4_1) {
      return List.of(common);
    }
    return List.of(
        common, existing(serverModule(version).resolve("target/classes"), moduleOf(version)));
  }

  /** The classes of this project that every server is started with. */
  Path launcherClasses() {
    return existing(
        compatTests().resolve("servers/launch/target/classes"), "compat-tests/servers/launch");
  }

  Path compatTests() {
    return root.resolve("compat-tests");
  }

  private Path serverModule(NacosVersion version) {
    return root.resolve(moduleOf(version));
  }

  private static String moduleOf(NacosVersion version) {
    return "compat-tests/servers/nacos-" + version.number();
  }

  private static Path existing(Path path, String module) {
    if (!Files.exists(path)) {
      throw new IllegalStateException(
          path + " does not exist. Build it: ./mvnw -q -pl " + module + " -am package -DskipTests");
    }
    return path;
  }
}
