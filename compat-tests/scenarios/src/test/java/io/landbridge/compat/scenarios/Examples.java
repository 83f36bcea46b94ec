package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
   * "Move an application" of INSTALL as a script, for an application and a server that are there.
   */
  private static Path installed(Path work) throws IOException {
    String page =
        Files.readString(Artifacts.locate().distribution().resolve("src/INSTALL.md"))
            .split("## Move an application", -1)[1];
    String commands =
        page.lines()
            .filter(line -> line.startsWith("    bin/landbridge "))
            .map(line -> line.replace("bin/landbridge", "landbridge").replace(" APP ", " stock "))
            .map(line -> line.replace("http://HOST:8848", "\"$LANDBRIDGE_SERVER\""))
            .collect(Collectors.joining("\n"));
    assertThat(commands).contains("apply", "verify", "rollback");
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
