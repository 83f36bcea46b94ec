package io.landbridge.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosVersion;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionsTest {

  @TempDir Path directory;

  @Test
  void everyStartableServerIsListedAndTheOtherWayRound() throws Exception {
    List<String> listed =
        Versions.read(Artifacts.locate().versionsFile()).keys().stream()
            .filter(key -> key.startsWith("server nacos "))
            .toList();

    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(NacosVersion.values()).map(v -> "server nacos " + v.number()).toList());
  }

  @Test
  void whatWasNotRecordedIsMissing() {
    Versions versions =
        Versions.parse(
            List.of(
                "# note", "", "server nacos 9.9 a.b:c:9.9-x", "program dubbo 1.2 nacos-client 3.4"),
            "f");
    Exercised exercised = new Exercised(directory.resolve("new"));

    assertThat(exercised.missing(versions)).hasSize(2);
    exercised.record("server", "nacos", "9.9");
    assertThat(exercised.missing(versions)).containsExactly("program dubbo 1.2 nacos-client 3.4");
    exercised.record("program", "dubbo", "1.2", "nacos-client", "3.4");
    assertThat(exercised.missing(versions)).isEmpty();
  }

  @Test
  void refusesMalformedLines() {
    assertThatThrownBy(() -> Versions.parse(List.of("server nacos"), "f"))
        .hasMessageContaining("f:1");
    assertThatThrownBy(() -> Versions.parse(List.of("server nacos 1", "server nacos 1"), "f"))
        .hasMessageContaining("f:2: listed twice");
    assertThatThrownBy(() -> Versions.parse(List.of("server nacos 1 a:b:1 more"), "f"))
        .hasMessageContaining("more");
  }
}
