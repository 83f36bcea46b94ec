package io.landbridge.migrate.cli.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.List;
import org.junit.jupiter.api.Test;

class BridgeDiffCommandTest {

  @Test
  void onlyWhatMayBePutRightFails() {
    assertThat(BridgeDiffCommand.exitCode(List.of())).isEqualTo(ExitCode.OK);
    assertThat(BridgeDiffCommand.exitCode(List.of(difference(true)))).isEqualTo(ExitCode.OK);
    assertThat(BridgeDiffCommand.exitCode(List.of(difference(true), difference(false))))
        .isEqualTo(ExitCode.DRIFT);
  }

  private static PluginBridgeDifference difference(boolean lasting) {
    return new PluginBridgeDifference(
        "public", "g", "s", "", "10.0.0.1", 80, "instance", "registered", "absent", "why", lasting);
  }
}
