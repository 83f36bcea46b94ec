package io.landbridge.plugin;

import static io.landbridge.plugin.OneMember.SOON;
import static io.landbridge.plugin.OneMember.provider;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.model.ApplicationKey;
import io.landbridge.raft.MemoryLog;
import io.landbridge.service.answer.ApplicationStatus.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowingConsumer;
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
    switchedOnWhileNothingIsShown(
        1,
        member -> {
          assertThat(member.shown(SHOP)).isEmpty();
          assertThat(config.contents()).doesNotContainKey(MAPPING);
        });
    assertThat(config.contents()).containsKey(MAPPING);
  }

  @Test
  void theStatusWaitsForTheViewWhereTheMappingIsThereAlready() throws Exception {
    config.put("public", "mapping", "a.Plain", "shop");
    switchedOnWhileNothingIsShown(2, member -> {});
  }

  /**
   * Holds up the view, and then lets it go on.
   *
   * @param written how many configurations there are meanwhile
   * @param meanwhile what else is so
   */
  private void switchedOnWhileNothingIsShown(int written, ThrowingConsumer<OneMember> meanwhile)
      throws Exception {
    try (OneMember member =
        OneMember.start(
            directory.resolve("member"), new MemoryLog(1), config, Duration.ofSeconds(1))) {
      member.host().subscribersKnown().lock();
      try {
        member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
        member.switchOn(SHOP);
        SOON.asserts(() -> assertThat(config.contents()).hasSize(written));
        await()
            .during(Duration.ofMillis(500))
            .atMost(Duration.ofSeconds(20))
            .untilAsserted(
                () -> {
                  meanwhile.accept(member);
                  assertThat(member.status(SHOP).state()).isEqualTo(State.SWITCHING_ON);
                });
      } finally {
        member.host().subscribersKnown().unlock();
      }
      SOON.asserts(() -> assertThat(member.status(SHOP).state()).isEqualTo(State.TRANSLATED));
      assertThat(member.shown(SHOP)).containsExactly("192.0.2.50");
    }
  }
}
