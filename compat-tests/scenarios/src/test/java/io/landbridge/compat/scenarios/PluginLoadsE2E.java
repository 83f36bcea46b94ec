package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.Credentials;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The plugin gets into a server the way an operator puts it there, or stays out of its way. */
class PluginLoadsE2E {

  private static final String API = "/landbridge/v1";
  private static final List<String> ALL = List.of("--all", "--yes");

  /** Every path that is read, and parameters with which each of them answers at once. */
  private static final String[] READS = {
    "/status",
    "/applications",
    "/application",
    "/instances",
    "/documents",
    "/document",
    "/mappings",
    "/mapping",
    "/consumers",
    "/losses",
    "/digests",
    "/watch"
  };

  private static final Map<String, String> ANYTHING =
      Map.of(
          "application",
          "x",
          "revision",
          "x",
          "interface",
          "x",
          "since",
          "0",
          "timeoutMillis",
          "10");

  private static final Duration SOON = Steps.SOON;

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void becomesActiveAndAnswers(NacosVersion version, @TempDir Path directory) throws Exception {
    ServerSpec spec =
        ServerSpec.of(version).asInstalled().withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosApi api = ensemble.api(0);
      JsonNode status = awaitState(api, "ACTIVE");
      assertThat(status.path("server").asText()).contains(version.number());
      assertThat(status.path("member").asText()).isEqualTo(ensemble.member(0).address());
      await()
          .alias("the only member leads")
          .atMost(SOON)
          .until(() -> data(api.get(API + "/status")).path("leader").asBoolean());
      assertThat(status.path("catalog").path("applied").isNumber()).isTrue();

      JsonNode group = data(api.get(API + "/group"));
      assertThat(group.path("leader").asText()).isEqualTo(ensemble.member(0).address());
      assertThat(group.path("peers")).hasSize(1);
      assertThat(group.path("term").asLong()).isPositive();
      assertThat(data(api.get(API + "/backup")).path("entries")).isEmpty();
      refused(400, "'entry' is missing", api.put(API + "/restore", Map.of()));
      for (int i = 0; i < 10; i++) {
        refused(413, "1048576", api.putText(API + "/restore?dryRun=true", "x".repeat(2 << 20)));
      }

      assertThat(data(api.get(API + "/applications"))).isEmpty();
      refused(400, "'application' is missing", api.get(API + "/application"));
      refused(
          400,
          "not true or false",
          api.put(API + "/translation", Map.of("application", "x", "enabled", "yes")));
      refused(404, "x", api.get(API + "/application", Map.of("application", "x")));

      if (version == NacosVersion.V3_1_0) {
        Examples.run(ensemble.member(0), directory);
        documentsAreAsPromised(ensemble.member(0), directory);
      }
    }
  }

  /** Reading one as JSON compares it with its schema. What others run with JSON is not repeated. */
  private static void documentsAreAsPromised(NacosServer server, Path directory) {
    CommandLineTool landbridge =
        CommandLineTool.ofThisBuild(directory).withVariable("LANDBRIDGE_SERVER", server.address());
    for (String each :
        List.of(
            "verify --all",
            "status",
            "complete --plan plan.yaml",
            "report --plan plan.yaml",
            "bridge check --legacy 127.0.0.1:1",
            "bridge start --legacy 127.0.0.1:1",
            "bridge status",
            "bridge pause",
            "bridge cut-over",
            "bridge back",
            "bridge finish")) {
      CommandLineTool.Run run = landbridge.run((each + " -o json").split(" "));
      // Where there is no bridge some of them only say so.
      boolean refused = run.out().isEmpty() && run.exitCode() != 0;
      assertThat(refused || !run.json().isEmpty()).as("%s: %s", each, run).isTrue();
      System.out.printf("%s: %s%n", each, refused ? run.err().strip() : "a document");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void answersAdministratorsOnly(NacosVersion version, @TempDir Path directory) throws Exception {
    ServerSpec spec =
        ServerSpec.of(version).asInstalled().withAuth().withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosApi admin = ensemble.api(0);
      awaitState(admin, "ACTIVE");
      NacosApi nobody = ensemble.member(0).api();
      NacosApi user =
          user(admin, nobody, version, new Credentials("joe", "a-password-of-no-value"), "rw");

      // The spellings Spring takes for the same path, of which the server's authentication knows
      // only some, must not be a way around it.
      for (String path :
          new String[] {"/status", "/status/", "//status", "/%73tatus", "/status;a=b"}) {
        assertThat(nobody.get(API + path).status()).as(path).isNotEqualTo(200);
        assertThat(user.get(API + path).status()).as(path).isNotEqualTo(200);
      }
      Map<String, String> change = Map.of("application", "x", "enabled", "true");
      for (NacosApi other : new NacosApi[] {nobody, user}) {
        assertThat(other.get(API + "/status").status()).isIn(401, 403);
        assertThat(other.get(API + "/applications").status()).isIn(401, 403);
        assertThat(other.put(API + "/translation", change).status()).isIn(401, 403);
        for (String path : READS) {
          assertThat(other.get(API + path, ANYTHING).status()).as(path).isIn(401, 403);
        }
        assertThat(other.put(API + "//suspension", Map.of("suspended", "true")).status())
            .isNotEqualTo(200);
        assertThat(other.get(API + "/group").status()).isIn(401, 403);
        assertThat(other.get(API + "/backup").status()).isIn(401, 403);
        assertThat(other.put(API + "/restore", Map.of()).status()).isIn(401, 403);
        assertThat(other.put(API + "/suspension", Map.of("suspended", "true")).status())
            .isIn(401, 403);
      }
      for (String path : READS) {
        assertThat(admin.get(API + path, ANYTHING).status()).as(path).isIn(200, 404);
      }
      // Wrapping the server's handler of this request must not open it.
      assertThat(servicesAskedForByNobody(ensemble.member(0))).isNotEmpty();
      assertThat(user.get(API + "/status").status()).isEqualTo(403);
      assertThat(admin.get(API + "/status").status()).isEqualTo(200);
      assertThat(admin.put(API + "/translation", change).status()).isEqualTo(404);

      aReaderIsToldSo(ensemble, admin, directory);
      Examples.runInstalledWithLogin(
          ensemble.member(0),
          admin,
          ensemble.admin(),
          version == NacosVersion.V3_1_0 ? "/v3/auth/user/login" : "/v1/auth/login",
          Files.createDirectories(directory.resolve("install")));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void staysOffWhereTheServerLacksASymbol(NacosVersion version, @TempDir Path directory)
      throws IOException {
    Path jar = demanding("com.alibaba.nacos.core.NoSuchThing", directory);
    ServerSpec spec = ServerSpec.of(version).asInstalled().withPlugin(jar);
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosApi api = ensemble.api(0);
      JsonNode status = awaitState(api, "DISABLED");
      assertThat(status.path("reason").asText())
          .contains("com.alibaba.nacos.core.NoSuchThing", version.number())
          .contains("2.2.1 to 2.5.x", "3.0.x to 3.1.x");
      refused(503, "NoSuchThing", api.get(API + "/applications"));
      isServing(api);
    }
  }

  /** Whoever may read what is registered may look at it, and is refused what needs the plugin. */
  private static void aReaderIsToldSo(NacosEnsemble ensemble, NacosApi admin, Path directory) {
    Credentials reader = new Credentials("ann", "another-password-of-no-value");
    user(admin, ensemble.member(0).api(), admin.version(), reader, "r");
    CommandLineTool landbridge =
        CommandLineTool.ofThisBuild(directory)
            .withVariable("LANDBRIDGE_SERVER", ensemble.member(0).address())
            .withVariable("NACOS_USERNAME", reader.user())
            .withVariable("NACOS_PASSWORD", reader.password());

    CommandLineTool.Run scan = landbridge.run("scan", "--namespace", "public");
    assertThat(scan.exitCode()).as("%s", scan).isZero();
    assertThat(scan.err())
        .startsWith("landbridge: warning: ")
        .contains("only administrators may read");
    for (String verb : List.of("apply", "rollback", "suspend", "status")) {
      List<String> more = verb.equals("apply") || verb.equals("rollback") ? ALL : List.of();
      CommandLineTool.Run run =
          landbridge.run(Stream.concat(Stream.of(verb), more.stream()).toArray(String[]::new));
      assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
      assertThat(run.out() + run.err()).contains("refuses access", "403");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void staysOffWhenASettingIsWrong(NacosVersion version) {
    ServerSpec spec =
        ServerSpec.of(version)
            .asInstalled()
            .withPlugin(Artifacts.locate().pluginJar())
            .withProperty("landbridge.observer.grace", "soon");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosApi api = ensemble.api(0);
      assertThat(awaitState(api, "DISABLED").path("reason").asText())
          .contains("landbridge.observer.grace", "'soon'");
      isServing(api);
    }
  }

  /**
   * Its clients have a list with servers of the legacy cluster, and would believe an empty answer.
   */
  @Test
  void staysClosedWhereItStandsInPlaceOfAnotherAndASettingIsWrong() {
    ServerSpec spec =
        ServerSpec.of(NacosVersion.V3_1_0)
            .asInstalled()
            .withPlugin(Artifacts.locate().pluginJar())
            .withProperty("landbridge.bridge.in-place", "true")
            .withProperty("landbridge.observer.grace", "soon");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosApi api = ensemble.api(0);
      awaitState(api, "DISABLED");
      assertThat(api.get("/v1/ns/instance/list", Map.of("serviceName", "native")).status())
          .isEqualTo(503);
    }
  }

  /** Why a gRPC client without a token gets no list of services; empty if it got one. */
  private static String servicesAskedForByNobody(NacosServer server) {
    ClientOptions options = ClientOptions.of(List.of(ServerEndpoint.parse(server.address())));
    try (Wire wire = Wire.open(1);
        WireClient client = WireClient.connect(wire, options).join()) {
      client.services("DEFAULT_GROUP", 1, 10).join();
      return "";
    } catch (CompletionException e) {
      return String.valueOf(e.getCause());
    }
  }

  private static void isServing(NacosApi api) {
    Map<String, String> instance =
        Map.of("serviceName", "native", "ip", "10.0.0.1", "port", "80", "ephemeral", "false");
    assertThat(api.post("/v1/ns/instance", instance).body()).isEqualTo("ok");
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(
                        api.get("/v1/ns/instance/list", Map.of("serviceName", "native"))
                            .json()
                            .path("hosts"))
                    .hasSize(1));
  }

  private static JsonNode awaitState(NacosApi api, String state) {
    return await()
        .atMost(SOON)
        .ignoreExceptions()
        .until(
            () -> data(api.get(API + "/status")),
            data -> state.equals(data.path("state").asText()));
  }

  private static JsonNode data(NacosApi.Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.json().path("code").asInt(-1)).isZero();
    return answer.json().path("data");
  }

  private static void refused(int status, String words, NacosApi.Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.json().path("code").asInt()).isEqualTo(status);
    assertThat(answer.json().path("message").asText()).contains(words);
    assertThat(answer.json().path("data").isNull()).isTrue();
  }

  /** A user who may do this with every service and configuration, but is no administrator. */
  private static NacosApi user(
      NacosApi admin,
      NacosApi nobody,
      NacosVersion version,
      Credentials credentials,
      String actions) {
    boolean isLine3 = version.line() == 3;
    String role = "role-of-" + credentials.user();
    assertThat(
            admin
                .post(
                    isLine3 ? "/v3/auth/user" : "/v1/auth/users",
                    Map.of("username", credentials.user(), "password", credentials.password()))
                .status())
        .isEqualTo(200);
    admin.post(
        isLine3 ? "/v3/auth/role" : "/v1/auth/roles",
        Map.of("role", role, "username", credentials.user()));
    admin.post(
        isLine3 ? "/v3/auth/permission" : "/v1/auth/permissions",
        Map.of("role", role, "resource", "*:*:*", "action", actions));
    NacosApi user =
        await()
            .atMost(SOON)
            .until(() -> nobody.login(credentials), token -> !token.isEmpty())
            .transform(nobody::withToken);
    // The server reads roles and permissions into its cache now and then.
    await()
        .atMost(SOON)
        .until(
            () ->
                user.get("/v1/ns/instance/list", Map.of("serviceName", "native")).status() == 200);
    return user;
  }

  private static Path demanding(String className, Path directory) throws IOException {
    Path copy = directory.resolve("landbridge-naming-plugin.jar");
    Files.copy(Artifacts.locate().pluginJar(), copy);
    try (FileSystem jar = FileSystems.newFileSystem(copy)) {
      for (String line : new String[] {"nacos2", "nacos3"}) {
        Files.writeString(
            jar.getPath("META-INF/landbridge/extra-symbols-" + line + ".txt"),
            "\ncore class " + className + "\n",
            StandardOpenOption.APPEND);
      }
    }
    return copy;
  }
}
