package io.landbridge.migrate.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
   * @param machine tells what this user may read
   * @throws InstallException if the directory is no home of a server, or cannot be read
   */
  public static NacosHome open(Path given, Machine machine) throws InstallException {
    Path root;
    try {
      root = given.toRealPath();
    } catch (NoSuchFileException e) {
      throw new InstallException("there is no such directory", given.toString(), ADVICE);
    } catch (AccessDeniedException e) {
      throw new InstallException(
          "%s may not look whether this directory is there".formatted(machine.user()),
          given.toString(),
          "run the command as a user who may enter the directories above it");
    } catch (IOException e) {
      throw new InstallException(
          "this path cannot be followed (%s)".formatted(reason(e)), given.toString(), ADVICE);
    }
    requireReadable(root, root, machine);
    requireReadable(root, root.resolve("target"), machine);
    requireReadable(root, root.resolve("conf"), machine);
    for (String needed : List.of("target/nacos-server.jar", "conf/application.properties")) {
      requireReadable(root, root.resolve(needed), machine);
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
          "unpack the server again");
    }
  }

  /** What is not there is not unreadable. */
  private static void requireReadable(Path root, Path path, Machine machine)
      throws InstallException {
    if (Files.exists(path) && !machine.isReadable(path)) {
      Unreadable found = new Unreadable(path, machine.user());
      throw new InstallException(
          found.what(path.equals(root) ? "this directory" : root.relativize(path).toString()),
          root.toString(),
          found.advice());
    }
  }

  private static String reason(IOException failure) {
    String reason = failure instanceof FileSystemException file ? file.getReason() : null;
    return reason == null ? String.valueOf(failure.getMessage()) : reason;
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
    Properties settings = values();
    String port =
        settings.getProperty("nacos.server.main.port", settings.getProperty("server.port", ""));
    return "http://127.0.0.1:" + (port.strip().matches("[0-9]{1,5}") ? port.strip() : "8848");
  }

  /**
   * Returns whether this server asks administrators for a login: since 3.0 unless that is switched
   * off, before where it is switched on.
   */
  public boolean wantsLogin() {
    Properties settings = values();
    boolean isNewer = !version.startsWith("1.") && !version.startsWith("2.");
    return isOn(settings, "nacos.core.auth.enabled", false)
        || (isNewer && isOn(settings, "nacos.core.auth.admin.enabled", true));
  }

  /** Images have the name of a variable there, with what holds without it: {@code ${A:false}}. */
  private static boolean isOn(Properties settings, String key, boolean otherwise) {
    String value = settings.getProperty(key, "").strip();
    if (value.startsWith("${") && value.endsWith("}")) {
      value = value.substring(value.indexOf(':') + 1, value.length() - 1);
    }
    return value.equalsIgnoreCase("true") || (!value.equalsIgnoreCase("false") && otherwise);
  }

  /** What cannot be read is as the server has it without settings. */
  private Properties values() {
    Properties settings = new Properties();
    try (var reader = Files.newBufferedReader(settings(), StandardCharsets.ISO_8859_1)) {
      settings.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      settings.clear();
    }
    return settings;
  }
}
