package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.junit.Servers;
import io.landbridge.compat.junit.UsesServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever goes wrong: one line that says what, where and what to do, and the exit code for it. */
@UsesServers
class CliErrorsE2E {

  /** Long enough for a server to become ready, which is asked with one token. */
  private static final int TOKEN_SECONDS = 6;

  @TempDir Path directory;

  @Test
  void aServerThatIsDown() throws Exception {
    try (Nobody nobody = new Nobody();
        Nobody other = new Nobody()) {
      String address = nobody.address();
      fails(run("scan", "--server", address), 1, "cannot be reached", address);
      CommandLineTool.Run doctor = run("doctor", "--server", address, "-o", "yaml");
      assertThat(doctor.exitCode()).as("%s", doctor).isEqualTo(1);
      assertThat(doctor.out()).contains("UNREACHABLE", address);
      String three = "%s,%s,127.0.0.1:1".formatted(address, other.address());
      fails(run("apply", "--server", three, "--all", "--yes"), 1, "none of 3 servers", address);
    }
  }

  @Test
  void wrongUsage() {
    fails(run(), 2, "no verb given", "lists all verbs");
    fails(run("scan"), 2, "--server");
    fails(run("scan", "--server", "ftp://h"), 2, "neither http nor https");
    fails(run("bridge", "check", "--server", "h", "--legacy", "h"), 2, "of both clusters");
    fails(run("bridge", "start", "--server", "h", "--legacy", "http://h:8848"), 2, "both clusters");
    fails(run("bridge", "diff", "--server", "h", "--legacy", "a,h"), 2, "h:8848", "both clusters");
    fails(run("bridge", "check", "--server", "h"), 2, "--legacy");
    fails(run("bridge", "status", "--server", "h", "--max-requests-per-second", "-1"), 2, "100000");
    fails(run("scan", "--server", "h", "--max-requests-per-second", "-1"), 2, "100000");
    fails(run("scan", "--server", "h", "--max-server-cpu", "0"), 2, "1 to 99");
    fails(run("verify", "--server", "h", "--all", "--wave", "1"), 2, "without a plan");
    fails(run("apply", "--server", "h", "--all", "--wave", "1"), 2, "without a plan");
    fails(run("plan", "--server", "h", "--out", "p", "--max-percent", "0"), 2, "percent");
    fails(run("apply", "--server", "h", "--all", "--application", "a"), 2, "exclude each other");
    CommandLineTool.Run password =
        run("scan", "--server", "h", "--username", "u", "--password=hunter2");
    fails(password, 2, "command line is not accepted", "NACOS_PASSWORD");
    assertThat(password.err()).doesNotContain("hunter2");
    CommandLineTool.Run inAddress = run("scan", "--server", "http://u:hunter2@h");
    fails(inAddress, 2, "user information");
    assertThat(inAddress.err()).doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scan --profile",
        "scan --server h --username u --password-file",
        "scan --server h --token-file",
        "scan --server https://h --ca-file",
        "scan --server https://h --client-key absent --client-certificate",
        "bridge check --server h --legacy i --legacy-username u --legacy-password-file",
        "apply --server h --guard-url https://h --guard up --all --guard-ca-file",
        "apply --server h --plan",
        "verify --server h --plan",
        "restore --server h",
      })
  void aFileThatIsNotThereAndOneThatIsADirectory(String command) {
    fails(run((command + " absent").split(" ")), 2, "absent", "does not exist");
    String inPlace = directory.toString();
    fails(run((command + " " + inPlace).split(" ")), 2, inPlace, "is a directory");
  }

  @Test
  void aFileThatIsNoPlan() throws Exception {
    Path file = Files.writeString(directory.resolve("odd.yaml"), "hello: world\n");
    fails(run("apply", "--server", "h", "--plan", file.toString()), 2, "not a plan", "odd.yaml");
    fails(
        run("apply", "--server", "h", "--plan", "absent.yaml"), 2, "the plan file does not exist");
    fails(run("restore", "--server", "h", file.toString()), 2, "not a backup", "odd.yaml");
    fails(run("backup", "--server", "h", "--out", file.toString()), 2, "--force");
  }

  @ParameterizedTest
  @EnumSource(NacosVersion.class)
  void aServerWithoutThePluginAndOtherThingsAServerAnswers(NacosVersion version, Servers servers)
      throws Exception {
    boolean tooOld = version == NacosVersion.V1_4_1 || version == NacosVersion.V2_0_3;
    NacosEnsemble ensemble = servers.shared(ServerSpec.of(version));
    try (Nobody nobody = new Nobody()) {
      String server = "127.0.0.1:" + ensemble.member(0).port();
      RawRegistrations fleet = new RawRegistrations(ensemble.member(0).api(), "public");
      fleet.provider27("prov-27", "demo.PlainService", "10.0.0.1", 20880);

      fails(run("scan", "--server", server + "/wrong"), 1, "context path /wrong", "/nacos");
      fails(
          run("scan", "--server", "https://" + server),
          1,
          "does not speak TLS",
          "use an http:// address");
      String oneOfThree = "%s,%s,127.0.0.1:1".formatted(nobody.address(), server);
      assertThat(run("scan", "--server", oneOfThree).exitCode()).isZero();
      CommandLineTool.Run status = run("status", "--server", oneOfThree, "-o", "json");
      assertThat(status.exitCode()).as("%s", status).isEqualTo(1);
      assertThat(status.json().path("servers").findValuesAsText("state"))
          .containsExactly("UNREACHABLE", "MISSING", "UNREACHABLE");
      fails(
          run("scan", "--server", server, "--namespace", "unheard-of"),
          version.line() == 2 ? 0 : 5,
          "unknown namespace 'unheard-of'");
      fails(
          run("verify", "--server", server, "--application", "unheard-of"),
          5,
          "unknown application 'unheard-of'",
          "prov-27");
      fails(
          run("apply", "--server", server, "--all", "--yes"),
          5,
          tooOld ? version + " does not support the Landbridge plugin" : "no Landbridge plugin",
          tooOld ? "2.2 or newer" : "plugins directory");
      String lacking = tooOld ? "does not support the Landbridge plugin" : "no Landbridge plugin";
      fails(run("rollback", "--server", server, "--all", "--yes"), 5, lacking);
      assertThat(run("status", "--server", server).exitCode()).isEqualTo(5);
      fails(run("backup", "--server", server, "--out", "x"), 5, "no Landbridge plugin");
      CommandLineTool.Run doctor = run("doctor", "--server", server, "-o", "json");
      assertThat(doctor.exitCode()).as("%s", doctor).isEqualTo(1);
      assertThat(doctor.json().path("findings").path(0).path("kind").asText())
          .isEqualTo("PLUGIN_MISSING");

      // Without the plugin nobody knows the members, so another address is another cluster.
      Path elsewhere = directory.resolve("elsewhere.yaml");
      String localhost = "localhost:" + ensemble.member(0).port();
      assertThat(run("plan", "--server", localhost, "--out", elsewhere + "").exitCode()).isZero();
      fails(
          run("apply", "--server", server, "--plan", elsewhere.toString(), "--yes"),
          5,
          "made for another cluster",
          "elsewhere.yaml");
      fails(
          run("plan", "--server", server, "--out", "x", "--rule-for", "nobody"),
          5,
          "no calls of consumer 'nobody' are known",
          "--rule-for");
      Path plan = directory.resolve("plan.yaml");
      assertThat(run("plan", "--server", server, "--out", plan.toString()).exitCode()).isZero();
      Files.writeString(plan, Files.readString(plan).replace("prov-27", "prov-28"));
      fails(
          run("apply", "--server", server, "--plan", plan.toString(), "--yes"),
          5,
          "was edited",
          "plan.yaml");
      fleet.deregister("providers:demo.PlainService::", "10.0.0.1", 20880);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = NacosVersion.class,
      names = {"V2_2_4", "V3_1_0"})
  void aServerThatWantsALogin(NacosVersion version) throws Exception {
    ServerSpec spec =
        ServerSpec.of(version)
            .withAuth()
            .withPlugin(Artifacts.locate().pluginJar())
            .withProperty("nacos.core.auth.plugin.nacos.token.expire.seconds", TOKEN_SECONDS + "");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      String server = "127.0.0.1:" + ensemble.member(0).port();
      CommandLineTool landbridge = CommandLineTool.ofThisBuild(directory).asProcess();

      fails(landbridge.run("scan", "--server", server), 1, "refuses access", "--username");
      fails(
          landbridge
              .withVariable("NACOS_PASSWORD", "wrong")
              .run("scan", "--server", server, "--username", "nacos"),
          1,
          "login as 'nacos' failed");
      Path secret =
          Files.writeString(directory.resolve("secret"), ensemble.admin().password() + "\n");
      CommandLineTool.Run run =
          landbridge.run(
              "scan",
              "--server",
              server,
              "--username",
              ensemble.admin().user(),
              "--password-file",
              secret.toString());
      assertThat(run.exitCode()).as(run.toString()).isZero();

      tokensThatExpireAreRenewed(landbridge, server, ensemble);
      aTokenExpiresWhileAPlanIsApplied(landbridge, server, ensemble);
    }
  }

  /** Asks so slowly that no token lasts as long as one command. */
  private static void tokensThatExpireAreRenewed(
      CommandLineTool landbridge, String server, NacosEnsemble ensemble) {
    NacosApi admin = ensemble.api(0);
    RawRegistrations fleet = new RawRegistrations(admin, "public");
    fleet.provider27("a", "demo.A", "10.0.0.1", 20880);
    fleet.provider27("b", "demo.B", "10.0.0.1", 20880);
    String[] slowly = {
      "scan", "--server", server, "--username", "nacos", "--max-requests-per-second", "1"
    };
    long began = System.nanoTime();
    CommandLineTool.Run run =
        landbridge.withVariable("NACOS_PASSWORD", ensemble.admin().password()).run(slowly);
    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.SECONDS.toNanos(TOKEN_SECONDS));
    assertThat(admin.get("/v1/ns/service/list", Map.of("pageNo", "1", "pageSize", "1")).status())
        .as("the token from before")
        .isIn(401, 403);
  }

  /** No token lasts from one application to the next. */
  private void aTokenExpiresWhileAPlanIsApplied(
      CommandLineTool landbridge, String server, NacosEnsemble ensemble) {
    eventually(
        () ->
            assertThat(
                    ensemble.api(0).get("/landbridge/v1/status").json().at("/data/state").asText())
                .isEqualTo("ACTIVE"));
    CommandLineTool tool = landbridge.withVariable("NACOS_PASSWORD", ensemble.admin().password());
    String file = directory.resolve("two.yaml").toString();
    CommandLineTool.Run planned =
        tool.run(
            "plan",
            "--server",
            server,
            "--username",
            "nacos",
            "--out",
            file,
            "--max-percent",
            "100");
    assertThat(planned.exitCode()).as("%s", planned).isZero();
    long began = System.nanoTime();
    CommandLineTool.Run applied =
        tool.run(
            "apply",
            "--server",
            server,
            "--username",
            "nacos",
            "--plan",
            file,
            "--yes",
            "--soak",
            "0",
            "--throttle",
            String.valueOf(TOKEN_SECONDS + 2),
            "-o",
            "json");
    assertThat(applied.exitCode()).as("%s", applied).isZero();
    assertThat(applied.json().path("outcomes").findValuesAsText("result"))
        .containsExactly("CHANGED", "CHANGED");
    assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.SECONDS.toNanos(TOKEN_SECONDS));
  }

  private CommandLineTool.Run run(String... arguments) {
    return CommandLineTool.ofThisBuild(directory).run(arguments);
  }

  /** An expected code of 0 stands for: this server cannot tell, so it is no error. */
  private static void fails(CommandLineTool.Run run, int exitCode, String... words) {
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(exitCode);
    if (exitCode != 0) {
      assertThat(run.err()).startsWith("landbridge: error: ").contains(words);
      assertThat(run.err().lines()).hasSize(1);
      assertThat(run.out()).isEmpty();
    }
  }
}
