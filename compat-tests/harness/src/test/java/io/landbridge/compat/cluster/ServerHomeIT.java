package io.landbridge.compat.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerHomeIT {

  @TempDir Path directory;

  @Test
  void anElectionIsLostUntilTheNextStart() throws IOException {
    ServerHome home = new ServerHome(directory);
    Files.createDirectories(home.logs());
    GrowingLog lostLeader = home.lostLeader();
    assertThat(lostLeader.hasText()).isFalse();
    Files.writeString(
        home.logs().resolve("alipay-jraft.log"),
        """
        ERROR Handle FSMCallerImpl disruptor event error
        java.lang.NullPointerException: null
        \tat com.alibaba.nacos.core.distributed.raft.NacosStateMachine.onLeaderStart(NacosStateMachine.java:182)
        \tat com.alipay.sofa.jraft.core.NodeImpl$ConfigurationChangeDone.run(NodeImpl.java:2298)
        """);
    assertThat(lostLeader.hasText()).isTrue();

    home.keepEarlierLogs();

    assertThat(lostLeader.hasText()).isFalse();
    assertThat(home.logs().resolve("alipay-jraft.log.0")).doesNotExist();
    assertThat(home.logs().resolve("alipay-jraft.log.1")).isRegularFile();
  }
}
