package io.landbridge.migrate.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.BridgePhase;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginBridge;
import java.util.List;
import org.junit.jupiter.api.Test;

class BridgeMoveTest {

  private boolean paused;
  private List<String> servers = List.of("old:8848");
  private long firstSync = 1;
  private int imported;
  private int waiting;
  private int held;
  private int differing;
  private int differences;
  private int lasting;
  private int absent;
  private List<String> problems = List.of();

  private BridgeMove from(BridgePhase phase, BridgePhase to) {
    List<PluginBridge> members = List.of(bridge(phase));
    return BridgeMove.of(
        bridge(phase),
        to,
        false,
        to == BridgePhase.DONE ? BridgeMove.absent(members) : BridgeMove.waiting(members),
        false);
  }

  private PluginBridge bridge(BridgePhase phase) {
    return new PluginBridge(
        ServerAddress.parse("new:8848"),
        phase,
        paused,
        servers,
        "",
        1,
        1,
        "landbridge",
        "new:8848",
        firstSync,
        imported,
        imported,
        absent,
        0,
        0,
        0,
        0,
        0,
        0,
        waiting,
        held,
        9,
        differing,
        0,
        differences,
        lasting,
        problems);
  }

  @Test
  void beginsOnlyWithServers() {
    servers = List.of();

    assertThat(from(BridgePhase.OFF, BridgePhase.SHADOW).isPossible()).isFalse();
    assertThat(
            BridgeMove.of(bridge(BridgePhase.OFF), BridgePhase.SHADOW, true, List.of(), false)
                .isPossible())
        .isTrue();
  }

  @Test
  void showsNothingBeforeEverythingWasRead() {
    firstSync = 0;

    assertThat(from(BridgePhase.SHADOW, BridgePhase.DUAL_WRITE).unmet())
        .singleElement()
        .asString()
        .contains("first import of the legacy cluster is not complete");
    firstSync = 1;
    assertThat(from(BridgePhase.SHADOW, BridgePhase.DUAL_WRITE).isPossible()).isTrue();
  }

  @Test
  void cutsOverOnlyWhenAllIsWell() {
    assertThat(from(BridgePhase.DUAL_WRITE, BridgePhase.CUT_OVER).isPossible()).isTrue();
    paused = true;
    held = 2;
    differing = 2;
    differences = 3;
    problems = List.of("the server cannot be reached");

    assertThat(from(BridgePhase.DUAL_WRITE, BridgePhase.CUT_OVER).unmet())
        .hasSize(4)
        .anyMatch(each -> each.contains("the server cannot be reached"))
        .anyMatch(each -> each.contains("2 of 9 services"));
  }

  @Test
  void cutsOverOnlyWhenEveryMemberHasExportedAll() {
    waiting = 7;

    assertThat(from(BridgePhase.DUAL_WRITE, BridgePhase.CUT_OVER).unmet())
        .containsExactly("exports are pending: 7 on new:8848");
    assertThat(from(BridgePhase.DUAL_WRITE, BridgePhase.SHADOW).isPossible()).isTrue();
  }

  @Test
  void whatCannotBePutRightThereKeepsNobodyFromCuttingOver() {
    differences = 3;
    lasting = 3;
    assertThat(from(BridgePhase.DUAL_WRITE, BridgePhase.CUT_OVER).isPossible()).isTrue();
    differing = 1;
    assertThat(from(BridgePhase.DUAL_WRITE, BridgePhase.CUT_OVER).unmet())
        .singleElement()
        .asString()
        .contains("1 of 9 services");
  }

  @Test
  void endsOnlyWhenEveryMemberHearsOfEverybody() {
    absent = 2;

    assertThat(from(BridgePhase.CUT_OVER, BridgePhase.DONE).unmet())
        .containsExactly(
            "clients of the legacy cluster have not moved to this cluster yet: 2 on" + " new:8848");
    assertThat(from(BridgePhase.CUT_OVER, BridgePhase.DUAL_WRITE).isPossible()).isTrue();
  }

  @Test
  void leavesNobodyBehindUnlessTold() {
    imported = 4;

    assertThat(from(BridgePhase.CUT_OVER, BridgePhase.DONE).unmet())
        .singleElement()
        .asString()
        .contains("4 instances");
    assertThat(
            BridgeMove.of(bridge(BridgePhase.CUT_OVER), BridgePhase.DONE, false, List.of(), true)
                .isPossible())
        .isTrue();
    imported = 0;
    assertThat(from(BridgePhase.CUT_OVER, BridgePhase.DONE).isPossible()).isTrue();
  }

  @Test
  void onlyTheEndCannotBeUndone() {
    assertThat(from(BridgePhase.CUT_OVER, BridgePhase.DONE).effect())
        .startsWith("Cannot be undone: exported instances are removed");
    assertThat(from(BridgePhase.DUAL_WRITE, BridgePhase.CUT_OVER).effect())
        .doesNotContain("undone");
  }

  /** Clients of both clusters would lose what they found in the other one. */
  @Test
  void whoBeginsAgainGoesNoStepBack() {
    for (BridgePhase phase : List.of(BridgePhase.DUAL_WRITE, BridgePhase.CUT_OVER)) {
      for (boolean legacyGiven : List.of(true, false)) {
        BridgeMove again = BridgeMove.start(bridge(phase), legacyGiven, false);

        assertThat(again.isNothing()).isTrue();
        assertThat(again.isPossible()).isTrue();
        assertThat(again.to()).isEqualTo(phase);
      }
      BridgeMove another = BridgeMove.start(bridge(phase), true, true);

      assertThat(another.to()).isEqualTo(phase);
      assertThat(another.unmet()).singleElement().asString().contains(phase.name(), "bridge back");
    }
  }

  @Test
  void otherServersAreTakenWhereNothingIsShown() {
    assertThat(BridgeMove.start(bridge(BridgePhase.SHADOW), true, false).isNothing()).isTrue();

    BridgeMove another = BridgeMove.start(bridge(BridgePhase.SHADOW), true, true);

    assertThat(another.isNothing()).isFalse();
    assertThat(another.isPossible()).isTrue();
    assertThat(another.to()).isEqualTo(BridgePhase.SHADOW);
    assertThat(BridgeMove.start(bridge(BridgePhase.OFF), true, true).to())
        .isEqualTo(BridgePhase.SHADOW);
    assertThat(BridgeMove.start(bridge(BridgePhase.SHADOW), false, false).to())
        .isEqualTo(BridgePhase.DUAL_WRITE);
  }

  @Test
  void isNothingWhereItIsAlready() {
    assertThat(from(BridgePhase.DONE, BridgePhase.DONE).isNothing()).isTrue();
    assertThat(from(BridgePhase.DONE, BridgePhase.DONE).isPossible()).isTrue();
  }

  @Test
  void saysWhereItCanGoInstead() {
    assertThat(from(BridgePhase.OFF, BridgePhase.CUT_OVER).unmet())
        .containsExactly("the bridge is in OFF; the next phase can be SHADOW");
  }
}
