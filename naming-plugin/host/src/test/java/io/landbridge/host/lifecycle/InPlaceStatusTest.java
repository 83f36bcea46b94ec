package io.landbridge.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.naming.cluster.ServerStatus;
import com.alibaba.nacos.naming.cluster.ServerStatusManager;
import io.landbridge.model.BridgePhase;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.answer.BridgeDifference;
import io.landbridge.service.answer.BridgeStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import io.landbridge.service.unavailable.UnavailableBridge;
import java.util.List;
import org.junit.jupiter.api.Test;

class InPlaceStatusTest {

  private BridgeAdministration bridge = new UnavailableBridge();
  private boolean loaded = true;
  private final ServerStatusManager status =
      new InPlaceStatus(() -> bridge, () -> loaded).over(new ServerThatIsUp());

  /** What the server says by itself. */
  static class ServerThatIsUp extends ServerStatusManager {

    ServerThatIsUp() {
      super(null);
    }

    @Override
    public ServerStatus getServerStatus() {
      return ServerStatus.UP;
    }
  }

  @Test
  void clientsAreKeptAwayUntilBothClustersShowTheSame() {
    assertThat(status.getServerStatus()).isEqualTo(ServerStatus.STARTING);
    bridge = at(BridgePhase.OFF, 0);
    assertThat(status.getServerStatus()).isEqualTo(ServerStatus.STARTING);
    bridge = at(BridgePhase.SHADOW, 1);
    assertThat(status.getServerStatus()).isEqualTo(ServerStatus.STARTING);
    bridge = at(BridgePhase.DUAL_WRITE, 0);
    assertThat(status.getServerStatus()).isEqualTo(ServerStatus.STARTING);
    bridge = at(BridgePhase.DUAL_WRITE, 1);
    assertThat(status.getServerStatus()).isEqualTo(ServerStatus.UP);
  }

  @Test
  void andUntilTheServerHasWhatTheOthersKnew() {
    bridge = at(BridgePhase.DUAL_WRITE, 1);
    loaded = false;
    assertThat(status.getServerStatus()).isEqualTo(ServerStatus.STARTING);
    loaded = true;
    assertThat(status.getServerStatus()).isEqualTo(ServerStatus.UP);
  }

  @Test
  void aServerThatIsRestartedLaterDoesNotWaitForABridgeThatIsDone() {
    bridge = at(BridgePhase.DONE, 0);
    assertThat(status.getServerStatus()).isEqualTo(ServerStatus.UP);
  }

  @Test
  void whoWasAnsweredOnceIsAnsweredFromThenOn() {
    bridge = at(BridgePhase.CUT_OVER, 1);
    assertThat(status.getServerStatus()).isEqualTo(ServerStatus.UP);
    bridge = at(BridgePhase.SHADOW, 1);
    assertThat(status.getServerStatus()).isEqualTo(ServerStatus.UP);
    bridge = new UnavailableBridge();
    assertThat(status.getServerStatus()).isEqualTo(ServerStatus.UP);
  }

  private static BridgeAdministration at(BridgePhase phase, long firstSync) {
    BridgeStatus status =
        new BridgeStatus(
            phase,
            false,
            List.of("192.0.2.1:8848"),
            "",
            1,
            1,
            "",
            "",
            "",
            firstSync,
            new BridgeStatus.Side(0, 0, List.of()),
            0,
            new BridgeStatus.Legacy(0, 0, 0, 0, 0, 0, -1),
            new BridgeStatus.Export(0, 0),
            0,
            new BridgeStatus.Comparison(0, 0, 0),
            0,
            0,
            List.of());
    return new BridgeAdministration() {
      @Override
      public BridgeStatus status() {
        return status;
      }

      @Override
      public BridgeStatus change(Wanted wanted) throws AdministrationException {
        throw new UnsupportedOperationException();
      }

      @Override
      public Page<BridgeDifference> differences(PageRequest page) throws AdministrationException {
        throw new UnsupportedOperationException();
      }
    };
  }
}
