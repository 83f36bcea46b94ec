package io.landbridge.plugin;

import static io.landbridge.plugin.OneMember.SOON;
import static io.landbridge.plugin.OneMember.provider;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.raft.MemoryLog;
import io.landbridge.service.answer.ApplicationStatus.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is published of one application does not depend on how others fare. */
@Timeout(90)
class BusyPublisherIT {

  private static final ApplicationKey SHOP = OneMember.shop("public");
  private static final ApplicationKey STOCK =
      new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("stock"));

  @TempDir Path directory;

  private final MemoryConfigCentre config = new MemoryConfigCentre();

  @Test
  void oneThatCannotBePublishedKeepsNoOtherWaiting() throws Exception {
    config.setRefused("shop");
    try (OneMember member = start()) {
      member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
      member
          .host()
          .connect(
              "c2",
              List.of(provider("public", "192.0.2.51", "b.Plain", Map.of("application", "stock"))));
      member.switchOn(SHOP);
      // Longer and longer apart: the next try is seconds away by then.
      await().atMost(Duration.ofSeconds(30)).until(() -> config.refusals() >= 6);

      member.switchOn(STOCK);
      await()
          .atMost(Duration.ofSeconds(3))
          .untilAsserted(
              () -> assertThat(member.status(STOCK).state()).isEqualTo(State.TRANSLATED));
      assertThat(member.status(SHOP).problems()).isNotEmpty();
      config.setRefused("nobody");
      SOON.asserts(() -> assertThat(member.status(SHOP).state()).isEqualTo(State.TRANSLATED));
    }
  }

  private OneMember start() throws Exception {
    return OneMember.start(
        directory.resolve("member"), new MemoryLog(1), config, Duration.ofSeconds(1));
  }
}
