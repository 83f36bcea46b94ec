package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.Credentials;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code docs/examples}, one after the other, as the page of the command says. */
final class Examples {

  private static final int LIMIT_SECONDS = 300;

  private Examples() {}

  /** In the order of their numbers. */
  static List<Path> all() throws IOException {
    try (Stream<Path> files = Files.list(Artifacts.locate().root().resolve("docs/examples"))) {
      return files.sorted().toList();
    }
  }

  /**
   * Runs all of them against a server on which nothing else is registered.
   *
   * @param server has the plugin
   * @param work where what they write goes
   */
  static void run(NacosServer server, Path work) throws Exception {
    RawRegistrations fleet = new RawRegistrations(server.api(), "public");
    fleet.provider27("stock", "demo.StockService", "10.0.0.1", 20880);
    fleet.provider27("orders", "demo.OrderService", "10.0.0.2", 20880);
    fleet.provider27("orders", "demo.OrderService", "10.0.0.3", 20880);
    fleet.register(
        "consumers:demo.StockService::",
        "10.0.0.2",
        0,
        Map.of(
            "application", "orders",
            "interface", "demo.StockService",
            "category", "consumers",
            "protocol", "consumer",
            "side", "consumer",
            "release", "2.7.23"));
    for (String each : List.of("stock", "orders")) {
      new Steps(work, each).isObserved(server);
    }
    run(installed(work), server, Files.createDirectories(work.resolve("installed")));
    for (Path each : all()) {
      run(each, server, work);
    }
  }

  /**
   * Does what INSTALL says on a server that asks for a login.
   *
   * @param server has the plugin
   * @param admin its administrator
   * @param login where such a server logs users in
   */
  static void runInstalledWithLogin(
      NacosServer server, NacosApi api, Credentials admin, String login, Path work)
      throws Exception {
    new RawRegistrations(api, "public").provider27("stock", "demo.StockService", "10.0.0.1", 20880);
    await()
        .alias("the plugin has seen stock")
        .atMost(Steps.SOON)
        .until(() -> api.get("/landbridge/v1/application", Map.of("application", "stock")).ok());
    Path password = Files.writeString(work.resolve("password"), admin.password() + "\n");
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
    String commands =
        indented("## Log in")
                .replace("USER", admin.user())
                .replace("PASSWORD_FILE", password.toString())
                .replace("http://HOST:8848/nacos/v3/auth/user/login", server.baseUrl() + login)
                .replace("http://HOST:8848/nacos", server.baseUrl())
            + "\n"
            + moving();
    assertThat(commands).contains("LANDBRIDGE_PROFILE", "Bearer");
    run(script(work, commands), server, work);
  }

  /** "Move an application" of INSTALL, for an application and a server that are there. */
  private static Path installed(Path work) throws IOException {
    return script(work, moving());
  }

  private static String moving() throws IOException {
    String commands =
        indented("## Move an application")
            .replace("bin/landbridge", "landbridge")
            .replace(" APP ", " stock ")
            .replace("http://HOST:8848", "\"$LANDBRIDGE_SERVER\"");
    assertThat(commands).contains("apply", "verify", "rollback");
    return commands;
  }

  /** The commands of a chapter of INSTALL. */
  private static String indented(String chapter) throws IOException {
    return Files.readString(Artifacts.locate().distribution().resolve("src/INSTALL.md"))
        .split(chapter + "\n", -1)[1]
        .split("\n## ", -1)[0]
        .lines()
        .filter(line -> line.startsWith("    "))
        .map(String::strip)
        .collect(Collectors.joining("\n"));
  }

  private static Path script(Path work, String commands) throws IOException {
    Path script = work.resolve("install.sh");
    Files.writeString(script, "#!/usr/bin/env bash\nset -eu\n" + commands + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  private static void run(Path example, NacosServer server, Path work) throws Exception {
    Path out = Files.createTempFile(work, "example", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(example.toString())
            .directory(work.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    Map<String, String> environment = builder.environment();
    environment.put(
        "PATH",
        Artifacts.locate().commandLineTool().getParent()
            + File.pathSeparator
            + environment.get("PATH"));
    environment.put("LANDBRIDGE_SERVER", server.baseUrl());
    Process process = builder.start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as("%s ends", example).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as("%s: %s", example, Files.readString(out)).isZero();
  }
}
