package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Somebody reaches the Raft port of real servers and proposes what no operator wants: that the
 * application {@code shop} of the namespace {@code public} is translated, by force.
 */
class SignedEntriesE2E {

  /** An entry of format 1: switch on, by force, 7 ms after 1970 began. */
  private static final byte[] SWITCH_ON =
      HexFormat.of().parseHex("01ac322d571a160a0e0a067075626c6963120473686f70100118012007");

  private static final String KEY = "nacos.core.auth.server.identity.key";
  private static final String VALUE = "nacos.core.auth.server.identity.value";

  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(
      value = NacosVersion.class,
      names = {"V2_2_4", "V3_1_0"})
  void aStrangerChangesTheCatalogUntilEntriesMustBeSigned(NacosVersion version) {
    ServerSpec spec =
        ServerSpec.of(version)
            .withPlugin(Artifacts.locate().pluginJar())
            .withProperty("management.endpoints.web.exposure.include", "prometheus");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        RaftPortStranger stranger = new RaftPortStranger(ensemble.member(0))) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      new RawRegistrations(ensemble.api(0), "public")
          .provider27("shop", "demo.OrderService", "10.0.0.1", 20880);

      stranger.propose(SWITCH_ON);
      eventually(() -> assertThat(isForced(server)).isTrue());
      land("rollback", server, "--application", "shop", "--namespace", "public", "--yes");
      assertThat(isForced(server)).isFalse();

      JsonNode dry = land("sign-entries", server, "-o", "json");
      assertThat(dry.path("result").asText()).isEqualTo("WOULD_CHANGE");
      assertThat(signedWith(server)).isEmpty();
      String key = land("sign-entries", server, "--yes", "-o", "json").path("after").asText();
      assertThat(signedWith(server)).isEqualTo(key).isNotEmpty();

      assertThat(stranger.propose(SWITCH_ON)).contains("must be signed with key " + key);
      eventually(
          () ->
              assertThat(Steps.status(server).path("entries").path("refused").asLong())
                  .isEqualTo(1));
      assertThat(isForced(server)).isFalse();
      assertThat(server.api().get("/actuator/prometheus").body())
          .contains("landbridge_entries_refused_total 1.0");
      assertThat(land("doctor", server, "-o", "json").path("findings").findValuesAsText("kind"))
          .contains("REFUSED_ENTRIES");

      land("sign-entries", server, "--off", "--yes", "-o", "json");
      assertThat(signedWith(server)).isEmpty();
    }
  }

  /**
   * A rolling restart with another identity, as an operator changes a secret. Members of 3.x with
   * different identities refuse each other's registrations meanwhile, with the plugin and without;
   * the catalog takes changes from every member all the time.
   */
  @Test
  void theIdentityIsChangedMemberByMember() throws Exception {
    ServerSpec spec =
        ServerSpec.of(NacosVersion.V3_1_0)
            .withMembers(3)
            .withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      ensemble.members().forEach(Steps::isActive);
      String secret = identity(ensemble.member(0)).getProperty(VALUE);
      eventually(() -> land("sign-entries", ensemble.member(1), "--yes", "-o", "json"));
      // A follower has it a moment after the answer of the one that was asked.
      eventually(() -> assertThat(signedWith(ensemble.member(0))).isNotEmpty());
      String first = signedWith(ensemble.member(0));
      register(ensemble, 1);

      for (int i = 0; i < 3; i++) {
        NacosServer member = ensemble.member(i);
        member.stop();
        changeIdentity(member);
        member.start();
        Steps.isActive(member);
        change(ensemble, i);
        if (i < 2) {
          assertThat(signedWith(member)).isEqualTo(first);
        }
      }
      // All know each other again.
      ensemble.startAll();
      eventually(
          () ->
              assertThat(ensemble.members())
                  .allSatisfy(it -> assertThat(signedWith(it)).isNotEmpty().isNotEqualTo(first)));
      register(ensemble, 9);

      assertThat(ensemble.members())
          .allSatisfy(
              it -> assertThat(Steps.status(it).path("state").asText()).isEqualTo("ACTIVE"));
      // The server itself writes it into its own logs.
      for (NacosServer member : ensemble.members()) {
        assertThat(ourLinesWith(member.logs(), "Landbridge")).isNotEmpty();
        assertThat(ourLinesWith(member.logs(), secret)).isEmpty();
      }
    }
  }

  /** Has a member propose a change, and waits until every member's catalog has it. */
  private static void change(NacosEnsemble ensemble, int index) {
    String force = String.valueOf(index % 2 == 0);
    eventually(
        () ->
            assertThat(
                    ensemble
                        .api(index)
                        .put(
                            "/landbridge/v1/translation",
                            Map.of(
                                "namespace",
                                "public",
                                "application",
                                "shop",
                                "enabled",
                                "true",
                                "force",
                                force)))
                .matches(NacosApi.Answer::ok));
    eventually(
        () ->
            assertThat(ensemble.members())
                .allSatisfy(it -> assertThat(String.valueOf(isForced(it))).isEqualTo(force)));
  }

  /** Registers one provider more, and waits until every member's catalog has it. */
  private static void register(NacosEnsemble ensemble, int number) {
    String ip = "10.0.0." + number;
    new RawRegistrations(ensemble.api(number % 3), "public")
        .provider27("shop", "demo.OrderService", ip, 20880);
    eventually(
        () ->
            assertThat(ensemble.members())
                .allSatisfy(
                    it ->
                        assertThat(
                                it.api()
                                    .get(
                                        "/landbridge/v1/instances",
                                        Map.of("namespace", "public", "application", "shop"))
                                    .json()
                                    .path("data")
                                    .findValuesAsText("ip"))
                            .contains(ip)));
  }

  private static boolean isForced(NacosServer server) {
    return server
        .api()
        .get("/landbridge/v1/application", Map.of("namespace", "public", "application", "shop"))
        .json()
        .path("data")
        .path("forced")
        .asBoolean();
  }

  private static String signedWith(NacosServer server) {
    return server
        .api()
        .get("/landbridge/v1/group")
        .json()
        .path("data")
        .path("signatures")
        .path("required")
        .asText();
  }

  private JsonNode land(String verb, NacosServer server, String... options) {
    String[] arguments =
        Stream.concat(Stream.of(verb, "--server", "http://" + server.address()), Stream.of(options))
            .toArray(String[]::new);
    CommandLineTool.Run run = CommandLineTool.ofThisBuild(work).run(arguments);
    assertThat(run.exitCode()).as("%s", run).isZero();
    return List.of(options).contains("json") ? run.json() : MissingNode.getInstance();
  }

  private static Path settings(NacosServer server) {
    return server.home().resolve("conf/application.properties");
  }

  private static Properties identity(NacosServer server) throws IOException {
    Properties properties = new Properties();
    try (var reader = Files.newBufferedReader(settings(server))) {
      properties.load(reader);
    }
    return properties;
  }

  private static void changeIdentity(NacosServer server) throws IOException {
    List<String> lines =
        Files.readAllLines(settings(server)).stream()
            .map(line -> line.startsWith(VALUE + "=") ? line + "-changed" : line)
            .toList();
    assertThat(lines).anyMatch(line -> line.startsWith(KEY + "="));
    Files.write(settings(server), lines);
  }

  private static List<String> ourLinesWith(Path directory, String text) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("landbridge.log"))
          .flatMap(file -> lines(file).stream())
          .filter(line -> line.contains(text))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
