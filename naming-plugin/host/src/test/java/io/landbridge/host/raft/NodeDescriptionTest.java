package io.landbridge.host.raft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class NodeDescriptionTest {

  private static final String PRINTED =
      """
      nodeId: <landbridge_catalog/127.0.0.1:7848>
      state: STATE_FOLLOWER
      leaderId: 0.0.0.0:0
      term: 7
      conf: ConfigurationEntry [id=LogId [index=12, term=6], conf=127.0.0.1:7848,10.0.0.2:7848,10.0.0.3:7848/learner, oldConf=]
      targetPriority: 1
      """;

  @Test
  void readsTheTermAndThePeers() {
    NodeDescription description = new NodeDescription(PRINTED);

    assertThat(description.term()).isEqualTo(OptionalLong.of(7));
    assertThat(description.peers()).contains(List.of("127.0.0.1:7848", "10.0.0.2:7848"));
  }

  @Test
  void knowsNothingOfAnotherText() {
    NodeDescription description = new NodeDescription("term 7, conf a,b");

    assertThat(description.term()).isEmpty();
    assertThat(description.peers()).isEqualTo(Optional.empty());
  }
}
