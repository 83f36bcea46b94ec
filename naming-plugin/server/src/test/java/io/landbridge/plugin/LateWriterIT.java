package io.landbridge.plugin;

import static io.landbridge.plugin.OneMember.SOON;
import static io.landbridge.plugin.OneMember.provider;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ApplicationKey;
import io.landbridge.raft.MemoryLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whoever read a mapping before it was deleted writes it anew: a server takes a compare-and-swap
 * for a creation where there is nothing to compare with.
 */
@Timeout(60)
class LateWriterIT {

  private static final ApplicationKey SHOP = OneMember.shop("public");
  private static final String MAPPING = "public/mapping/a.Plain";

  @TempDir Path directory;

  private final MemoryConfigCentre config = new MemoryConfigCentre();

  @Test
  void aNameThatComesBackWithALateWriterIsTakenOutAgain() throws Exception {
    try (OneMember member = start()) {
      itsNameComesBackWithALateWriter(member);

      SOON.asserts(() -> assertThat(config.contents()).containsEntry(MAPPING, "other"));
    }
  }

  @Test
  void aNameThatCameBackIsStillOurs() throws Exception {
    try (OneMember member = start()) {
      itsNameComesBackWithALateWriter(member);
      member.switchOn(SHOP);
      SOON.asserts(() -> assertThat(config.contents()).hasSize(2));
      member.plugin().administration().switchTranslation(SHOP, false, false);

      SOON.asserts(() -> assertThat(config.contents()).isEqualTo(Map.of(MAPPING, "other")));
    }
  }

  private void itsNameComesBackWithALateWriter(OneMember member) throws Exception {
    member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
    member.switchOn(SHOP);
    SOON.asserts(() -> assertThat(config.contents()).containsEntry(MAPPING, "shop"));
    member.plugin().administration().switchTranslation(SHOP, false, false);
    SOON.asserts(() -> assertThat(config.contents()).isEmpty());
    config.put("public", "mapping", "a.Plain", "shop,other");
  }

  private OneMember start() throws Exception {
    return OneMember.start(
        directory.resolve("member"), new MemoryLog(1), config, Duration.ofMillis(500));
  }
}
