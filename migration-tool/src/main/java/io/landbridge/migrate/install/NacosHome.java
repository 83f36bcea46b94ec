package io.landbridge.migrate.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The directory of an unpacked official server of any line.
 *
 * @param root the directory itself, not a link to it
 * @param version as the jars in the server's jar are named
 */
public record NacosHome(Path root, String version) {

  private static final Pattern CORE =
      Pattern.compile("BOOT-INF/lib/nacos-(?:naming|core)-([0-9][^/]*)\\.jar");
  private static final String ADVICE =
      "give the directory of an unpacked Nacos server, with target/nacos-server.jar and"
          + " conf/application.properties in it";

  /**
   * Opens a home. A link to it is followed: the home is what it leads to.
   *
   * @throws InstallException if the directory is no home of a server
   */
  public static NacosHome open(Path given) throws InstallException {
    Path root;
    try {
      root = given.toRealPath();
    } catch (IOException e) {
      throw new InstallException("there is no such directory", given.toString(), ADVICE);
    }
    for (String needed : List.of("target/nacos-server.jar", "conf/application.properties")) {
      if (!Files.isRegularFile(root.resolve(needed))) {
        throw new InstallException(
            "this is not the home of a Nacos server: %s is missing".formatted(needed),
            given.toString(),
            ADVICE);
      }
    }
    try {
      return new NacosHome(
          root,
          version(root.resolve("target/nacos-server.jar"))
              .orElseThrow(
                  () ->
                      new InstallException(
                          "target/nacos-server.jar has no server in it: no"
                              + " BOOT-INF/lib/nacos-naming-*.jar",
                          given.toString(),
                          ADVICE)));
    } catch (IOException e) {
      throw new InstallException(
          "target/nacos-server.jar cannot be read (%s)".formatted(e.getMessage()),
          given.toString(),
          "unpack the server again, or run the command as a user with read access to it");
    }
  }

  private static Optional<String> version(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .map(ZipEntry::getName)
          .map(CORE::matcher)
          .filter(Matcher::matches)
          .map(found -> found.group(1))
          .findFirst();
    }
  }

  Path serverJar() {
    return root.resolve("target/nacos-server.jar");
  }

  Path settings() {
    return root.resolve("conf/application.properties");
  }

  Path plugins() {
    return root.resolve("plugins");
  }

  Path startScript() {
    return root.resolve("bin/startup.sh");
  }

  /** The directories besides {@link #plugins()} whose jars a server loads. */
  List<Path> otherPlugins() {
    return List.of("health", "cmdb", "selector").stream().map(plugins()::resolve).toList();
  }

  /** A path in the home, relative to it, for people. */
  String shown(Path path) {
    return path.startsWith(root) ? root.relativize(path).toString() : path.toString();
  }

  /** Returns the address at which this server answers on this machine. */
  public String address() {
    Properties settings = new Properties();
    try (var reader = Files.newBufferedReader(settings(), StandardCharsets.ISO_8859_1)) {
      settings.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      return "http://127.0.0.1:8848";
    }
    String port =
        settings.getProperty("nacos.server.main.port", settings.getProperty("server.port", ""));
    return "http://127.0.0.1:" + (port.strip().matches("[0-9]{1,5}") ? port.strip() : "8848");
  }
}
