package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plugin is installed on one member after the other, and taken away again: while too few
 * members have it for a leader, the one that has it says so and its server logs no errors.
 */
class FirstMemberE2E {

  /** The server tries to join every second, and looks for a leader every five to ten. */
  private static final Duration A_WHILE = Duration.ofSeconds(25);

  private static final Pattern ABOUT_THE_GROUP =
      Pattern.compile("(?m)^.*(?:ERROR|Exception).*landbridge_catalog");

  @TempDir Path work;

  @Test
  void aMemberThatWaitsForOthersLogsNoErrors() throws IOException {
    Path plugin = Artifacts.locate().pluginJar();
    try (NacosEnsemble ensemble =
        NacosEnsemble.start(ServerSpec.of(NacosVersion.V3_1_0).withMembers(3))) {
      NacosServer first = ensemble.member(0);
      install(plugin, first);
      ensemble.restart(0);
      isWaiting(first);
      staysQuiet(first, 0);

      install(plugin, ensemble.member(1));
      ensemble.restart(1);
      Steps.isActive(ensemble.member(1));
      Steps.isActive(first);

      Files.delete(ensemble.member(1).plugins().resolve(plugin.getFileName()));
      ensemble.restart(1);
      isWaiting(first);
      staysQuiet(first, errors(first));
      theDoctorNamesBothKinds(ensemble);
    }
  }

  /** Of three members the first alone has it. */
  private void theDoctorNamesBothKinds(NacosEnsemble ensemble) {
    CommandLineTool.Run run =
        CommandLineTool.ofThisBuild(work)
            .run("doctor", "--server", ensemble.member(0).baseUrl(), "-o", "json");
    assertThat(run.json().path("findings"))
        .as("%s", run)
        .filteredOn(each -> each.path("kind").asText().equals("WAITING_FOR_MEMBERS"))
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.path("evidence").asText())
                    .contains("with the plugin: " + ensemble.member(0).address() + ";")
                    .containsPattern(
                        "without: [^;]*%s[^;]*;".formatted(ensemble.member(1).address()))
                    .containsPattern(
                        "without: [^;]*%s[^;]*;".formatted(ensemble.member(2).address())));
  }

  private static void install(Path plugin, NacosServer member) throws IOException {
    Files.createDirectories(member.plugins());
    Files.copy(plugin, member.plugins().resolve(plugin.getFileName()));
  }

  private static void isWaiting(NacosServer member) {
    await()
        .alias(member + " waits for others")
        .atMost(Steps.SOON)
        .until(() -> Steps.status(member).path("state").asText().equals("WAITING_FOR_MEMBERS"));
    assertThat(Steps.status(member).path("reason").asText()).contains("1 of 3 members");
  }

  private static void staysQuiet(NacosServer member, long before) {
    await()
        .alias("the server of " + member + " logs no errors about the plugin's group")
        .during(A_WHILE)
        .atMost(A_WHILE.plus(Steps.SOON))
        .failFast(() -> assertThat(errors(member)).isEqualTo(before))
        .until(() -> errors(member) == before);
  }

  private static long errors(NacosServer member) {
    try {
      String log =
          Files.readString(member.logs().resolve("protocol-raft.log"), StandardCharsets.UTF_8);
      return ABOUT_THE_GROUP.matcher(log).results().count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
