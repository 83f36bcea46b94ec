package io.landbridge.migrate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.List;
import org.junit.jupiter.api.Test;

class BridgeTablesTest {

  @Test
  void whatCannotBeDoneDoesNotLookLikeAStep() {
    assertThat(BridgeTables.text(failed(true)))
        .startsWith("WOULD FAIL: the bridge stays in CUT_OVER\n")
        .contains("! clients of the legacy cluster have not moved");
    assertThat(BridgeTables.text(failed(false)))
        .startsWith("FAILED: the bridge stays in CUT_OVER\n");
  }

  @Test
  void differencesThatStayAreCountedApart() {
    List<PluginBridgeDifference> found =
        List.of(difference("shop", "10.0.0.1", false), difference("", "", true));

    assertThat(BridgeTables.text(BridgeDiffResult.of(found, 10), Style.PLAIN))
        .contains("PERMANENT", "1 permanent, which block nothing; 1 other")
        .doesNotContain(":0");
  }

  private static PluginBridgeDifference difference(String service, String ip, boolean lasting) {
    return new PluginBridgeDifference(
        "public", "g", service, "", ip, ip.isEmpty() ? 0 : 80, "f", "a", "b", "why", lasting);
  }

  private static BridgeMoveResult failed(boolean dryRun) {
    return new BridgeMoveResult(
        dryRun,
        "FAILED",
        "CUT_OVER",
        "CUT_OVER",
        false,
        "exported instances are removed",
        List.of("clients of the legacy cluster have not moved"));
  }
}
