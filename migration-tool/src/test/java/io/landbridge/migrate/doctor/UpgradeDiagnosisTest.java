package io.landbridge.migrate.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.registry.ServerFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpgradeDiagnosisTest {

  private static final String CLIENT = "10.0.0.1:20880#true";

  /** From one version to another, on servers that tell nothing but their version. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "2.2.4        | 2.2.4  | -",
        "2.2.4        | 2.3.2  | -",
        "2.2.0        | 2.4.3  | UPGRADE_RAFT",
        "2.2.4-x86    | 2.5.4  | UPGRADE_RAFT",
        "2.4.3        | 2.5.4  | -",
        "2.0.3        | 2.2.4  | -",
        "1.4.1        | 2.0.3  | UPGRADE_PLUGIN",
        "1.4.1        | 2.2.4  | UPGRADE_PATH",
        "1.4.1        | 3.1.0  | UPGRADE_PATH UPGRADE_RAFT",
        "2.5.1        | 3.1.0  | -",
        "3.1.0-bugfix | 3.1.1  | -",
        "3.1.0        | 3.2.1  | UPGRADE_DATABASE UPGRADE_PLUGIN",
        "3.1.0        | 3.2.4  | UPGRADE_DATABASE UPGRADE_IDENTITY UPGRADE_PLUGIN",
        "3.2.1        | 3.3.0  | UPGRADE_CLIENT_LOGIN UPGRADE_IDENTITY UPGRADE_PLUGIN",
        "3.2.4        | 3.3    | UPGRADE_CLIENT_LOGIN UPGRADE_PLUGIN",
        "2.5.4        | 3.3.1  | UPGRADE_CONFIGURATIONS UPGRADE_CLIENT_LOGIN UPGRADE_DATABASE"
            + " UPGRADE_IDENTITY UPGRADE_PLUGIN",
        "3.3.1        | 3.3.1  | UPGRADE_PLUGIN",
        "3.3.1        | 3.4.0  | UPGRADE_UNKNOWN UPGRADE_PLUGIN",
        "3.1.0        | 2.5.4  | UPGRADE_PATH",
        "unknown      | 3.1.0  | UPGRADE_UNKNOWN"
      })
  void whatIsKnownOfVersions(String from, String to, String expected) {
    List<Kind> kinds =
        expected == null
            ? List.of()
            : Arrays.stream(expected.split(" ")).map(Kind::valueOf).toList();

    assertThat(diagnosed(to, server(1, from)))
        .extracting(Finding::kind)
        .containsExactlyElementsOf(kinds);
  }

  @Test
  void whoUsesAnApiThatGoesIsNamed() {
    ServerFacts server =
        new ServerFacts(
            "a:8848",
            "3.1.0",
            Optional.of(true),
            Optional.of("mysql"),
            Optional.of(
                IntStream.range(0, 9).mapToObj(i -> "10.0.0." + i + ":20880#true").toList()));

    Finding gone = only(Kind.UPGRADE_HTTP_CLIENTS, diagnosed("3.2.1", server));

    assertThat(gone.severity()).isEqualTo(Severity.ERROR);
    assertThat(gone.what()).startsWith("9 instances are registered");
    assertThat(gone.evidence()).contains("10.0.0.0:20880#true").endsWith(", ...");
    assertThat(gone.advice()).contains("docs/v1-front.md");
    assertThat(only(Kind.UPGRADE_DATABASE, diagnosed("3.2.1", server)).evidence())
        .isEqualTo("the database is mysql");
    assertThat(diagnosed("3.1.1", server)).isEmpty();
  }

  @Test
  void clientsThatLogInTodayGoOnDoingSo() {
    ServerFacts secured =
        new ServerFacts(
            "a:8848", "3.2.4", Optional.of(true), Optional.empty(), Optional.of(List.of(CLIENT)));
    ServerFacts open =
        new ServerFacts("b:8848", "3.2.4", Optional.of(false), Optional.empty(), Optional.empty());

    assertThat(diagnosed("3.3.1", secured))
        .extracting(Finding::kind)
        .doesNotContain(Kind.UPGRADE_CLIENT_LOGIN);
    assertThat(only(Kind.UPGRADE_CLIENT_LOGIN, diagnosed("3.3.1", secured, open)).members())
        .containsExactly("b:8848");
  }

  @Test
  void anUpgradeThatIsUnderWayIsNoticed() {
    Finding mixed =
        only(Kind.UPGRADE_PATH, diagnosed("2.5.4", server(1, "2.4.3"), server(2, "2.5.4")));

    assertThat(mixed.severity()).isEqualTo(Severity.WARNING);
    assertThat(mixed.evidence()).isEqualTo("10.0.0.1:8848 is 2.4.3, 10.0.0.2:8848 is 2.5.4");
  }

  @ParameterizedTest
  @CsvSource({"3.3, 3.3.0", "v2.5.1, 2.5.1", "3.1.0-bugfix, 3.1.0", "2.2.4-x86, 2.2.4"})
  void versionsAreReadAsPeopleWriteThem(String text, String expected) {
    assertThat(ServerVersion.parse(text)).map(ServerVersion::toString).contains(expected);
  }

  @ParameterizedTest
  @CsvSource({"latest", "3", "''", "3.x", "3.3.1.2", "99999.1"})
  void whatIsNoVersionIsNone(String text) {
    assertThat(ServerVersion.parse(text)).isEmpty();
  }

  private static Finding only(Kind kind, List<Finding> findings) {
    List<Finding> found = findings.stream().filter(each -> each.kind() == kind).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static List<Finding> diagnosed(String to, ServerFacts... servers) {
    return UpgradeDiagnosis.of(List.of(servers), ServerVersion.parse(to).orElseThrow());
  }

  private static ServerFacts server(int host, String version) {
    return new ServerFacts(
        "10.0.0." + host + ":8848", version, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
