package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs of verify are kept, shown and gone on with, on one server. */
@Timeout(60)
class VerifyRecordIT {

  private static final int MANY = 45;

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private PluginServer server;

  @BeforeEach
  void start() throws Exception {
    server = new PluginServer();
    server.providers.put("a", 20880);
    server.applications.put("a", false);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.run(
        new Terminal(
            new PrintWriter(out),
            new PrintWriter(err),
            Map.of("LANDBRIDGE_SERVER", server.address(), "HOME", directory.toString()),
            false,
            false),
        arguments);
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(out.toString());
  }

  private String plan(String... more) {
    Path file = directory.resolve("plan.yaml");
    List<String> arguments =
        Stream.concat(Stream.of("plan", "--out", file.toString(), "--no-rules"), Stream.of(more))
            .toList();
    assertThat(run(arguments.toArray(String[]::new))).as("%s", err).isZero();
    return file.toString();
  }

  @Test
  void runIsKeptListedAndShown() throws Exception {
    assertThat(run("verify", "--application", "a,nope", "-o", "json")).isEqualTo(ExitCode.PARTIAL);
    String id = json().path("id").asText();
    Path file = directory.resolve(".local/state/landbridge/verify/verify-" + id + ".json");
    assertThat(file).exists();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(file)).doesNotContain("password");

    assertThat(run("verify", "list", "-o", "json")).as("%s", err).isZero();
    JsonNode listed = json().path("runs").path(0);
    assertThat(listed.path("id").asText()).isEqualTo(id);
    assertThat(listed.path("finished").asBoolean()).isTrue();
    assertThat(listed.path("asked").asText()).isEqualTo("a, nope");
    assertThat(listed.path("differing").asInt()).isEqualTo(1);
    assertThat(listed.path("unknown").asInt()).isEqualTo(1);
    assertThat(json().at("/next/command").asText()).isEqualTo("landbridge verify show " + id);

    assertThat(run("verify", "show", "-o", "json")).as("%s", err).isEqualTo(ExitCode.PARTIAL);
    assertThat(json().path("server").asText()).isEqualTo(server.address());
    assertThat(json().at("/applications/0/comparison/missing/0/service").asText())
        .isEqualTo("demo.Sa");
    assertThat(json().at("/gone/0/application").asText()).isEqualTo("nope");

    assertThat(run("verify", "show", id)).isEqualTo(ExitCode.PARTIAL);
    assertThat(out.toString()).contains("demo.Sa", "nope", "The models differed.", "Next: ");
    assertThat(run("verify", "list")).isZero();
    assertThat(out.toString()).contains(id, "a, nope", "1 run in ");
  }

  @Test
  void runOfAPlanIsBesideIt() throws Exception {
    String plan = plan();
    assertThat(run("verify", "--plan", plan, "-o", "json")).isEqualTo(ExitCode.DRIFT);
    String id = json().path("id").asText();

    assertThat(directory.resolve("plan.yaml.verify/verify-" + id + ".json")).exists();
    assertThat(run("verify", "list", "-o", "json")).isZero();
    assertThat(json().path("runs")).as("those without a plan").isEmpty();
    assertThat(run("verify", "show", id, "--plan", plan)).isEqualTo(ExitCode.DRIFT);
  }

  @Test
  void foreignFilesAreNamedAndEndNothing() throws Exception {
    String plan = plan();
    Path records = Files.createDirectory(directory.resolve("plan.yaml.verify"));
    Files.writeString(records.resolve("verify-20260101-000000-aaaaaa.json"), "{\"kind\":");
    Files.writeString(records.resolve("notes"), "mine");

    assertThat(run("verify", "--plan", plan)).isEqualTo(ExitCode.DRIFT);
    assertThat(run("verify", "show", "--plan", plan)).isEqualTo(ExitCode.DRIFT);
    assertThat(err.toString()).contains("notes", "verify-20260101-000000-aaaaaa.json");
    assertThat(run("verify", "list", "--plan", plan)).isZero();
    assertThat(out.toString())
        .contains("Not a recorded verify: notes: ", "verify-20260101-000000-aaaaaa.json: ");
    assertThat(run("verify", "show", "20260101-000000-aaaaaa", "--plan", plan))
        .isEqualTo(ExitCode.PRECONDITION);
    assertThat(run("verify", "show", "../notes", "--plan", plan)).isEqualTo(ExitCode.USAGE);
    assertThat(run("verify", "show", "20260101-000000-bbbbbb", "--plan", plan))
        .isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString()).contains("no verify with this id is recorded");
  }

  @Test
  void whatCannotBeRecordedIsComparedAllTheSame() throws Exception {
    Path inTheWay = Files.writeString(directory.resolve("file"), "");

    assertThat(run("verify", "--all", "--records", inTheWay.toString(), "-o", "json"))
        .isEqualTo(ExitCode.DRIFT);
    assertThat(json().path("id").asText()).isEmpty();
    assertThat(err.toString()).containsOnlyOnce("this verify is not recorded");
  }

  @Test
  void interruptedRunIsGoneOnWith() throws Exception {
    for (int i = 0; i < MANY; i++) {
      server.providers.put("app" + i, 21000 + i);
    }
    server.reads = number -> number <= 25;
    assertThat(run("verify", "--all")).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("is not finished: applications compared: 20 of 46");
    assertThat(run("verify", "list", "-o", "json")).isZero();
    JsonNode listed = json().path("runs").path(0);
    String id = listed.path("id").asText();
    assertThat(listed.path("finished").asBoolean()).isFalse();
    assertThat(listed.path("compared").asInt()).isEqualTo(20);
    assertThat(run("verify", "show", "-o", "json")).isEqualTo(ExitCode.PARTIAL);
    assertThat(json().at("/next/command").asText()).isEqualTo("landbridge verify --resume " + id);

    assertThat(run("verify", "--resume", id, "--all")).isEqualTo(ExitCode.USAGE);
    assertThat(run("verify", "--resume", id, "--plan", plan())).isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString()).contains("give the same --plan").doesNotContain("internal");
    server.reads = number -> true;
    server.readConfigurations.set(0);
    assertThat(run("verify", "--resume", id, "-o", "json")).as("%s", err).isEqualTo(ExitCode.DRIFT);

    assertThat(server.readConfigurations).as("of the others alone").hasValue(26);
    assertThat(json().path("id").asText()).isEqualTo(id);
    assertThat(json().path("applications")).hasSize(46);
    assertThat(run("verify", "show", id, "-o", "json")).isEqualTo(ExitCode.DRIFT);
    assertThat(json().path("applications")).hasSize(46);
    assertThat(run("verify", "--resume", id)).isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString()).contains("has compared everything");
  }

  @Test
  void runOfAnotherClusterIsNotGoneOnWith() throws Exception {
    server.reads = number -> false;
    assertThat(run("verify", "--all")).isEqualTo(ExitCode.FAILED);
    assertThat(run("verify", "list", "-o", "json")).isZero();
    String id = json().at("/runs/0/id").asText();
    try (PluginServer another = new PluginServer()) {
      another.providers.put("a", 20880);

      assertThat(run("verify", "--resume", id, "--server", another.address()))
          .isEqualTo(ExitCode.PRECONDITION);
      assertThat(err.toString()).contains("has read another cluster (" + server.address());
    }
  }

  @Test
  void optionsBeforeTheVerbAreNotPassedOver() {
    assertThat(run("verify", "--all", "list")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--all would be ignored", "give it after 'list'");
    assertThat(run("verify")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--application, --all or --plan");
  }

  @Test
  void watchedRunHasItsLastComparison() throws Exception {
    assertThat(run("verify", "--all", "--watch", "1", "--count", "2", "-o", "json"))
        .isEqualTo(ExitCode.DRIFT);

    assertThat(run("verify", "list", "-o", "json")).isZero();
    assertThat(json().path("runs")).hasSize(1);
    assertThat(json().at("/runs/0/compared").asInt()).isEqualTo(1);
  }

  @Test
  void waveIsRefusedWithoutAVerifyAndAfterOneThatDiffered() throws Exception {
    server.providers.put("b", 20881);
    server.applications.put("b", false);
    String plan = plan("--max-applications", "1", "--verify-within", "30");
    server.applications.put("a", true);

    assertThat(run("apply", "--plan", plan, "--wave", "2")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString())
        .contains(
            "the plan requires a verify of wave 1 within 30 min: no verify of 'a' is recorded",
            "landbridge verify --plan FILE --wave 1");

    assertThat(run("verify", "--plan", plan, "--wave", "1", "-o", "json"))
        .isEqualTo(ExitCode.DRIFT);
    String id = json().path("id").asText();
    assertThat(run("apply", "--plan", plan, "--wave", "2", "--yes", "-o", "json"))
        .isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString()).contains("'a' differed in verify " + id);
    assertThat(json().at("/next/command").asText())
        .isEqualTo("landbridge verify --plan " + plan + " --wave 1");
    assertThat(server.changes).noneMatch(each -> each.startsWith("on "));
    assertThat(run("apply", "--all", "--records", "x")).isEqualTo(ExitCode.USAGE);
  }
}
