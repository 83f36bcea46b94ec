package io.landbridge.compat.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Nacos server as its release is unpacked. Tests can be run on it in the place of the build of
 * the same line from Maven Central; nothing is ever written to its directory.
 *
 * @param directory with {@code bin}, {@code conf} and {@code target}
 * @param version of the classes in its jar
 * @param mainClass that its jar starts
 * @param deployment {@code merged} or {@code server} on 3.x, which has a console of its own; empty
 *     before
 */
public record OfficialServer(Path directory, String version, String mainClass, String deployment) {

  /** System property: the directory of the server that tests are run on. */
  public static final String DIRECTORY = "landbridge.official.home";

  /** System property: how a 3.x of {@link #DIRECTORY} is deployed. */
  public static final String DEPLOYMENT = "landbridge.official.deployment";

  private static final String JAR = "target/nacos-server.jar";
  private static final String SETTINGS = "application.properties";
  private static final List<String> DEPLOYMENTS = List.of("merged", "server");

  /** The module of the catalog of services is part of every server since 1.0. */
  private static final Pattern NAMING =
      Pattern.compile("BOOT-INF/lib/nacos-naming-([0-9][^/]*)\\.jar");

  /**
   * The server of {@link #DIRECTORY}, if one is given.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Optional<OfficialServer> given() {
    String directory = System.getProperty(DIRECTORY, "");
    return directory.isBlank()
        ? Optional.empty()
        : Optional.of(in(Path.of(directory), System.getProperty(DEPLOYMENT, "")));
  }

  /**
   * The server in a directory.
   *
   * @param deployment for 3.x; empty for {@code merged}, as its script has it
   * @throws IllegalArgumentException if there is no server of 2.x or 3.x, or no such deployment
   */
  public static OfficialServer in(Path directory, String deployment) {
    Path home = directory.toAbsolutePath().normalize();
    Path jar = home.resolve(JAR);
    for (Path needed : List.of(jar, home.resolve("conf").resolve(SETTINGS))) {
      if (!Files.isRegularFile(needed)) {
        throw new IllegalArgumentException(
            "%s is not an unpacked Nacos server: there is no %s"
                .formatted(directory, home.relativize(needed)));
      }
    }
    try (JarFile content = new JarFile(jar.toFile())) {
      String version =
          content.stream()
              .map(entry -> NAMING.matcher(entry.getName()))
              .filter(Matcher::matches)
              .map(match -> match.group(1))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          jar + " is not a Nacos server: there is no nacos-naming in it"));
      Manifest manifest = content.getManifest();
      String mainClass =
          manifest == null ? null : manifest.getMainAttributes().getValue("Start-Class");
      if (mainClass == null) {
        throw new IllegalArgumentException(
            jar + " does not say what it starts: there is no Start-Class in its manifest");
      }
      return new OfficialServer(home, version, mainClass, deployment(version, deployment));
    } catch (IOException e) {
      throw new IllegalArgumentException(jar + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static String deployment(String version, String asked) {
    if (version.startsWith("2.")) {
      if (!asked.isEmpty()) {
        throw new IllegalArgumentException(
            "Nacos " + version + " has one way of deployment: leave '" + asked + "' out");
      }
      return "";
    }
    if (!version.startsWith("3.")) {
      throw new IllegalArgumentException(
          "Nacos " + version + ": tests can be run on servers of 2.x and 3.x");
    }
    String deployment = asked.isEmpty() ? DEPLOYMENTS.get(0) : asked;
    if (!DEPLOYMENTS.contains(deployment)) {
      throw new IllegalArgumentException(
          "'%s' is no deployment of Nacos %s: it can be %s"
              .formatted(asked, version, String.join(" or ", DEPLOYMENTS)));
    }
    return deployment;
  }

  /** The server it takes the place of. */
  public NacosVersion line() {
    return version.startsWith("2.") ? NacosVersion.V2_2_4 : NacosVersion.V3_1_0;
  }

  /** Its jar. */
  Path jar() {
    return directory.resolve(JAR);
  }

  /**
   * Gives a new server what this one has in its {@code conf} directory; its settings are followed
   * by others, which take their place.
   *
   * @param conf the directory of the new server
   * @param settings as they are written to its {@code application.properties}, which exists
   */
  void configure(Path conf, Map<String, String> settings) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("conf"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = file.getFileName().toString();
        if (!name.equals(SETTINGS) && !name.equals("cluster.conf")) {
          try (InputStream in = Files.newInputStream(file)) {
            Files.copy(in, conf.resolve(name));
          }
        }
      }
    }
    String theirs;
    try (Stream<String> lines = Files.lines(directory.resolve("conf").resolve(SETTINGS))) {
      theirs =
          lines
              .filter(line -> !settings.containsKey(line.split("=", 2)[0].strip()))
              .collect(Collectors.joining("\n"));
    }
    Files.writeString(
        conf.resolve(SETTINGS),
        settings.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
            .collect(Collectors.joining("", theirs + "\n", "")));
  }

  @Override
  public String toString() {
    return deployment.isEmpty() ? version : version + "-" + deployment;
  }
}
