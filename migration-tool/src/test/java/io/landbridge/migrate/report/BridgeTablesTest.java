package io.landbridge.migrate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.report.result.BridgeDiffResult;
import io.landbridge.migrate.report.result.BridgeMoveResult;
import io.landbridge.migrate.report.result.BridgeStatusResult;
import io.landbridge.model.BridgePhase;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginBridge;
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

  @Test
  void whatNobodyCanReadIsNamed() {
    List<PluginBridgeDifference> found =
        List.of(
            difference("shop", "10.0.0.1", false),
            difference("y2", "", true),
            difference("y3", "", true),
            difference("y4", "", true),
            difference("y5", "", true));
    BridgeStatusResult result = BridgeStatusResult.of(bridge(), List.of(bridge()), found);

    assertThat(result.unread()).hasSize(4);
    assertThat(BridgeTables.text(result, Style.PLAIN))
        .contains(
            "service 'y2' of group 'g' in namespace 'public'",
            "'y4'",
            "and 1 more; see 'landbridge bridge diff'")
        .doesNotContain("'y5'", "'shop'");
    assertThat(
            BridgeTables.text(
                BridgeStatusResult.of(bridge(), List.of(bridge()), List.of()), Style.PLAIN))
        .doesNotContain("not readable");
  }

  private static PluginBridge bridge() {
    return new PluginBridge(
        ServerAddress.parse("new:8848"),
        BridgePhase.DUAL_WRITE,
        false,
        List.of("old:8848"),
        "",
        1,
        1,
        "landbridge",
        "new:8848",
        1,
        1,
        1,
        0,
        1,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        9,
        0,
        1,
        5,
        4,
        List.of());
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
