package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.OfficialLayout;
import io.landbridge.compat.cluster.OfficialServer;
import io.landbridge.compat.cluster.UnpackedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * With nothing but the archive and a server as its release is unpacked: install, start with the
 * server's script, move one application, stop, uninstall. The server is one of a release that is
 * given ({@code compat-tests/run official}), and otherwise laid out like one.
 */
class OfficialServerE2E {

  private static final String SHOP = "official-shop";
  private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

  /** What a server writes while it runs, beside the directory of plugins with its own data. */
  private static final Set<String> WRITTEN = Set.of("data", "logs", "work", "derby.log");

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void firstApplicationIsMovedAndNothingIsLeft(NacosVersion line) throws Exception {
    OfficialServer release = release(line);
    try (UnpackedServer server = UnpackedServer.of(release, directory.resolve("nacos"))) {
      SortedMap<String, Long> before = content(server.home());
      long began = System.nanoTime();

      landbridge("install", "--nacos-home", server.home().toString());
      server.start();
      eventually(
          () ->
              assertThat(data(server, "/landbridge/v1/status").path("state").asText())
                  .isEqualTo("ACTIVE"));
      new RawRegistrations(server.api(), "public")
          .provider27(SHOP, "demo.OrderService", "10.0.0.1", 20880);
      eventually(() -> assertThat(application(server).path("instances").asInt()).isEqualTo(1));
      landbridge("apply", "--server", server.address(), "--application", SHOP, "--yes");
      Duration took = Duration.ofNanos(System.nanoTime() - began);

      assertThat(application(server).path("state").asText()).isEqualTo("TRANSLATED");
      assertThat(shown(server)).isEqualTo(1);
      System.out.printf(
          "Nacos %s: from the archive to the first migrated application in %d s%n",
          release, took.toSeconds());
      assertThat(took).isLessThan(FIVE_MINUTES);

      server.stop();
      landbridge("uninstall", "--nacos-home", server.home().toString());
      assertThat(content(server.home())).isEqualTo(before);
    }
  }

  private OfficialServer release(NacosVersion line) throws IOException {
    if (OfficialServer.given().isPresent()) {
      OfficialServer given = OfficialServer.given().get();
      assumeTrue(given.line() == line, "Tests are run on Nacos " + given + " alone.");
      return given;
    }
    Path layout = directory.resolve("release");
    OfficialLayout.write(layout, line);
    return OfficialServer.in(layout, line.line() == 3 ? "server" : "");
  }

  private void landbridge(String... arguments) {
    CommandLineTool.Run run = CommandLineTool.ofArchive(directory).run(arguments);
    assertThat(run.exitCode()).as("%s", run).isZero();
  }

  private static JsonNode application(UnpackedServer server) {
    return data(server, "/landbridge/v1/application?application=" + SHOP);
  }

  private static JsonNode data(UnpackedServer server, String path) {
    return server.api().get(path).json().path("data");
  }

  private static int shown(UnpackedServer server) {
    boolean three = server.api().version().line() == 3;
    Map<String, String> service = Map.of("serviceName", SHOP);
    JsonNode answer =
        server
            .api()
            .get(three ? "/v3/client/ns/instance/list" : "/v1/ns/instance/list", service)
            .json();
    return (three ? answer.path("data") : answer.path("hosts")).size();
  }

  private static SortedMap<String, Long> content(Path home) throws IOException {
    SortedMap<String, Long> content = new TreeMap<>();
    try (Stream<Path> all = Files.walk(home)) {
      for (Path each : all.filter(file -> !file.equals(home)).toList()) {
        Path file = home.relativize(each);
        boolean ownData = file.startsWith("plugins/data") || file.equals(Path.of("plugins"));
        if (!ownData && !WRITTEN.contains(file.getName(0).toString())) {
          content.put(file.toString(), sum(each));
        }
      }
    }
    return content;
  }

  private static long sum(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return 0;
    }
    CRC32 sum = new CRC32();
    sum.update(Files.readAllBytes(file));
    return sum.getValue();
  }
}
