package io.landbridge.plugin;

import static io.landbridge.plugin.OneMember.eventually;
import static io.landbridge.plugin.OneMember.provider;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.model.ApplicationKey;
import io.landbridge.raft.MemoryLog;
import io.landbridge.service.ApplicationStatus.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Document, view, mapping: whoever is led to an application finds it. */
@Timeout(60)
class PublishingOrderIT {

  private static final ApplicationKey SHOP = OneMember.shop("public");
  private static final String MAPPING = "public/mapping/a.Plain";

  @TempDir Path directory;

  private final MemoryConfigCentre config = new MemoryConfigCentre();

  @Test
  void theMappingAndTheStatusWaitForTheView() throws Exception {
    try (OneMember member =
        OneMember.start(
            directory.resolve("member"), new MemoryLog(1), config, Duration.ofSeconds(1))) {
      member.host().subscribersKnown().lock();
      try {
        member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
        member.switchOn(SHOP);
        eventually(() -> assertThat(config.contents()).hasSize(1));
        await()
            .during(Duration.ofMillis(500))
            .atMost(Duration.ofSeconds(20))
            .untilAsserted(
                () -> {
                  assertThat(member.shown(SHOP)).isEmpty();
                  assertThat(config.contents()).doesNotContainKey(MAPPING);
                  assertThat(member.status(SHOP).state()).isEqualTo(State.SWITCHING_ON);
                });
      } finally {
        member.host().subscribersKnown().unlock();
      }
      eventually(() -> assertThat(member.status(SHOP).state()).isEqualTo(State.TRANSLATED));
      assertThat(member.shown(SHOP)).containsExactly("192.0.2.50");
      assertThat(config.contents()).containsKey(MAPPING);
    }
  }

  @Test
  void theStatusWaitsForTheViewWhereTheMappingIsThereAlready() throws Exception {
    config.put("public", "mapping", "a.Plain", "shop");
    try (OneMember member =
        OneMember.start(
            directory.resolve("member"), new MemoryLog(1), config, Duration.ofSeconds(1))) {
      member.host().subscribersKnown().lock();
      try {
        member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
        member.switchOn(SHOP);
        eventually(() -> assertThat(config.contents()).hasSize(2));
        await()
            .during(Duration.ofMillis(500))
            .atMost(Duration.ofSeconds(20))
            .untilAsserted(
                () -> assertThat(member.status(SHOP).state()).isEqualTo(State.SWITCHING_ON));
      } finally {
        member.host().subscribersKnown().unlock();
      }
      eventually(() -> assertThat(member.status(SHOP).state()).isEqualTo(State.TRANSLATED));
      assertThat(member.shown(SHOP)).containsExactly("192.0.2.50");
    }
  }
}
