package io.landbridge.migrate.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.lock.LockRecord;
import io.landbridge.migrate.lock.Orders;
import io.landbridge.migrate.lock.RunState;
import io.landbridge.migrate.lock.RunView;
import io.landbridge.migrate.report.result.StatusResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The board and the line say what a look has found. */
class BoardTest {

  private static final RunView RUN =
      RunView.of(
          new LockRecord(
              1,
              "j",
              "h",
              "anna@h",
              "apply of plan.yaml",
              5,
              new LockRecord.Run(
                  "id",
                  RunState.NEW
                      .begin(2, 3, List.of("public/a", "public/b"))
                      .in(RunState.Phase.PAUSED, "paused by an operator (bob)"),
                  Orders.NONE.pause().by("bob"))));

  private static StatusResult.Application application(String name, String state, String... why) {
    return new StatusResult.Application(
        "public", name, state, 1, 0, List.of(), List.of(), List.of(why));
  }

  private static Board board() {
    return new Board(
        Instant.EPOCH,
        new StatusResult(
            List.of(
                new StatusResult.Server(
                    "h:1", "ACTIVE", "", "1", "Nacos", "h:1", true, true, null, 0),
                StatusResult.Server.silent("h:2", "UNREACHABLE", "refused")),
            List.of(
                application("a", "TRANSLATED"),
                application("b", "SWITCHING_ON"),
                application("c", "TRANSLATED", "no\u001b[2J document")),
            RUN),
        "DUAL_WRITE, paused",
        "");
  }

  @Test
  void boardHasMembersApplicationsBridgeAndRun() {
    assertThat(board().text().lines())
        .containsExactly(
            "1970-01-01T00:00:00Z",
            "",
            "Members",
            "  h:1  ACTIVE, leader",
            "  h:2  UNREACHABLE: refused",
            "Applications: 1 SWITCHING_ON, 2 TRANSLATED",
            "  public/b  SWITCHING_ON",
            "  public/c  TRANSLATED: no?[2J document",
            "Bridge: DUAL_WRITE, paused",
            "Run under way: apply of plan.yaml (anna@h)",
            "  wave 2 of 3, paused, 2 applications waiting",
            "  paused by an operator (bob)");
  }

  @Test
  void lineHasTheSameInShort() {
    assertThat(board().line())
        .isEqualTo(
            "1970-01-01T00:00:00Z members: 1 ACTIVE, 1 UNREACHABLE; applications: 1 SWITCHING_ON,"
                + " 2 TRANSLATED; bridge: DUAL_WRITE, paused; run: apply of plan.yaml, wave 2 of 3,"
                + " paused, 2 applications waiting\n");
  }

  @Test
  void clusterThatIsAwayIsShownAsAway() {
    Board away = new Board(Instant.EPOCH, null, "", "no answer");

    assertThat(away.text()).isEqualTo("1970-01-01T00:00:00Z\nAway: no answer\n");
    assertThat(away.line()).isEqualTo("1970-01-01T00:00:00Z away: no answer\n");
  }

  @Test
  void boardHasAnEnd() {
    List<StatusResult.Application> many = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      many.add(application("a" + i, "SWITCHING_OFF"));
    }
    Board board = new Board(Instant.EPOCH, new StatusResult(List.of(), many, null), "", "");

    assertThat(board.text().lines()).hasSizeLessThan(25).contains("  and 85 more");
    assertThat(board.text()).contains("Bridge: unknown", "No run under way");
    assertThat(board.line()).contains("members: none", "run: none");
  }
}
