package io.landbridge.compat.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;

/**
 * The images under test, built by the commands of {@code docs/containers.md} in the unpacked
 * archive.
 *
 * @param base what they begin with
 * @param stock a server without the plugin, in the layout of the official images
 * @param server what {@code image/Dockerfile.server} makes of it
 * @param command what {@code image/Dockerfile} makes
 * @param archive the unpacked archive
 */
record Images(String base, String stock, String server, String command, Path archive) {

  /** Environment variable: {@code true} where a missing engine is a failure. */
  private static final String REQUIRED = "LANDBRIDGE_DOCKER_REQUIRED";

  /** The indent of commands in the page. */
  private static final String INDENT = "    ";

  /**
   * Builds them; skips the test where there is no Docker engine, unless one is required.
   *
   * @param work for what the images are made of
   */
  static Images build(Path work) throws IOException {
    boolean isThere = DockerClientFactory.instance().isDockerAvailable();
    boolean isRequired = Boolean.parseBoolean(System.getenv(REQUIRED));
    if (isRequired) {
      assertThat(isThere).as("a Docker engine answers").isTrue();
    }
    assumeTrue(isThere, "no Docker engine answers");
    Artifacts artifacts = Artifacts.locate();
    Path here = artifacts.root().resolve("compat-tests/containers");
    Command made = Command.run(here, "./base-image");
    assumeTrue(made.exitCode() == 0 || isRequired, made.err());
    String base = made.ok().out().strip();
    String stock = stock(artifacts, here, base, work.resolve("stock"));
    Path archive = artifacts.archive();
    List<String> documented = documented("docker build ");
    assertThat(documented).hasSize(2);
    for (String each : documented) {
      boolean isServer = each.contains("Dockerfile.server");
      String line =
          isServer
              ? each.replaceAll("--build-arg BASE=\\S+", "--build-arg BASE=" + stock)
              : each.replace("docker build", "docker build --build-arg BASE=" + base);
      assertThat(line).as("another base image").isNotEqualTo(each);
      Command.run(archive, "bash", "-c", line).ok();
    }
    return new Images(base, stock, "nacos-landbridge", "landbridge", archive);
  }

  /** The commands of the page that begin like this. */
  static List<String> documented(String beginning) throws IOException {
    return Files.readString(Artifacts.locate().root().resolve("docs/containers.md"))
        .lines()
        .filter(each -> each.startsWith(INDENT + beginning))
        .map(String::strip)
        .toList();
  }

  /** Nothing official can be pulled here, so it is laid out from what the build has. */
  private static String stock(Artifacts artifacts, Path here, String base, Path context)
      throws IOException {
    NacosVersion version = NacosVersion.V3_1_0;
    Path resources = here.resolve("src/test/docker/server");
    for (String each : List.of("lib", "classes", "loader")) {
      Files.createDirectories(context.resolve(each));
    }
    List<String> path = new ArrayList<>();
    for (Path each : artifacts.launcherClasses(version)) {
      String name = "classes/" + path.size();
      copyTree(each, context.resolve(name));
      path.add(name);
    }
    for (Path jar : artifacts.serverJars(version)) {
      boolean isLoader = jar.getFileName().toString().startsWith("spring-boot-loader-");
      String name = (isLoader ? "loader/" : "lib/") + jar.getFileName();
      Files.copy(jar, context.resolve(name));
      if (!isLoader) {
        path.add(name);
      }
    }
    Files.writeString(context.resolve("loader.path"), String.join(",", path));
    Files.writeString(
        context.resolve("loader.class"),
        "org.springframework.boot.loader.launch.PropertiesLauncher");
    Files.writeString(context.resolve("server.main"), version.mainClass());
    for (String each : List.of("Dockerfile", "start.sh", "application.properties")) {
      Files.copy(resources.resolve(each), context.resolve(each));
    }
    String name = "landbridge-test-nacos:" + version.number();
    Command.run(
            context, "docker", "build", "--quiet", "--build-arg", "BASE=" + base, "-t", name, ".")
        .ok();
    return name;
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path each : files.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }
}
