package io.landbridge.compat.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortLeaseIT {

  @Test
  void twoLeasesNeverShareAPortAndReturnedOnesAreFreeAgain() {
    List<PortLease> first = PortLease.take(3);
    List<PortLease> second = PortLease.take(3);
    try {
      assertThat(second).extracting(PortLease::port).doesNotContainAnyElementsOf(ports(first));
      int port = first.get(0).port();
      assertThatThrownBy(() -> PortLease.takeAt(port, 1)).hasMessageContaining("not free");

      first.forEach(PortLease::release);
      PortLease again = PortLease.takeAt(port, 1).get(0);
      assertThat(again.port()).isEqualTo(port);
      again.release();
    } finally {
      first.forEach(PortLease::release);
      second.forEach(PortLease::release);
    }
  }

  @Test
  void aTakenRaftPortRulesAServerOut() throws Exception {
    List<PortLease> lease = PortLease.take(1);
    int port = lease.get(0).port();
    lease.forEach(PortLease::release);
    try (ServerSocket raft = new ServerSocket(port - 1_000, 1, InetAddress.getLoopbackAddress())) {
      assertThat(raft.isBound()).isTrue();
      assertThatThrownBy(() -> PortLease.takeAt(port, 1)).hasMessageContaining(port - 1_000 + ",");
    }
  }

  @Test
  void refusesPortsWhoseCompanionsLieOutsideTheUsableRange() {
    assertThatThrownBy(() -> PortLease.takeAt(32_000, 1)).hasMessageContaining("32000");
    assertThatThrownBy(() -> PortLease.takeAt(1_500, 1)).hasMessageContaining("1500");
  }

  private static List<Integer> ports(List<PortLease> leases) {
    return leases.stream().map(PortLease::port).toList();
  }
}
