package io.landbridge.plugin;

import static org.awaitility.Awaitility.await;

import io.landbridge.raft.MemoryLog;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AbdicationTest {

  @Test
  void whoDoesNotFollowTheCatalogDoesNotLead() {
    MemoryLog log = new MemoryLog(2);
    try (Abdication abdication = new Abdication(log.member(0))) {
      abdication.begin();
      await().atMost(Duration.ofSeconds(10)).until(log.member(1)::isLeader);
      // Others elect it again.
      log.lead(0);
      await().atMost(Duration.ofSeconds(20)).until(log.member(1)::isLeader);
    }
  }
}
