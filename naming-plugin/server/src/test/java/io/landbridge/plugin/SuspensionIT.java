package io.landbridge.plugin;

import static io.landbridge.plugin.OneMember.SOON;
import static io.landbridge.plugin.OneMember.provider;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.raft.MemoryLog;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.service.answer.Status;
import io.landbridge.service.answer.SuspensionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The plugin of one member, turned off and on while it runs. */
@Timeout(60)
class SuspensionIT {

  private static final ApplicationKey SHOP = OneMember.shop("public");
  private static final ServiceKey SHOP_SERVICE =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop");

  @TempDir Path directory;

  private final MemoryConfigCentre config = new MemoryConfigCentre();

  @Test
  void nothingIsShownOrPublishedUntilItIsResumedAndARollbackGoesThrough() throws Exception {
    MemoryLog log = new MemoryLog(1);
    try (OneMember member = start(log)) {
      member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
      member.switchOn(SHOP);
      SOON.asserts(() -> assertThat(member.shown(SHOP)).containsExactly("192.0.2.50"));
      SOON.asserts(
          () ->
              assertThat(member.status(SHOP).state())
                  .isEqualTo(ApplicationStatus.State.TRANSLATED));
      SortedMap<String, String> published = config.contents();
      List<ServiceKey> pushed = member.host().pushed();
      int pushes = pushed.size();
      Landbridge plugin = member.plugin();

      // No leader is needed.
      log.setQuorum(false);
      SuspensionStatus suspended = plugin.maintenance().suspend(true);
      log.setQuorum(true);

      assertThat(suspended.suspended()).isTrue();
      assertThat(suspended.durable()).isTrue();
      assertThat(member.shown(SHOP)).isEmpty();
      assertThat(plugin.view().mayAdd("shop")).isFalse();
      assertThat(plugin.view().services(NamespaceId.PUBLIC)).isEmpty();
      assertThat(pushed).hasSize(pushes + 1).endsWith(SHOP_SERVICE);
      Status status = plugin.administration().status();
      assertThat(status.state()).isEqualTo(Status.State.SUSPENDED);
      assertThat(status.suspension()).isEqualTo(suspended);
      assertThat(plugin.maintenance().suspend(true)).isEqualTo(suspended);
      assertThat(pushed).hasSize(pushes + 1);

      member.host().connect("c2", List.of(provider("public", "192.0.2.51", "a.Other", Map.of())));
      SOON.asserts(() -> assertThat(member.status(SHOP).instances()).isEqualTo(2));
      await()
          .during(Duration.ofMillis(500))
          .untilAsserted(() -> assertThat(config.contents()).isEqualTo(published));
      assertThat(member.status(SHOP).problems())
          .anyMatch(each -> each.contains("landbridge resume"));
      assertThat(pushed).hasSize(pushes + 1);

      assertThat(plugin.maintenance().suspend(false)).isEqualTo(SuspensionStatus.NONE);

      assertThat(member.shown(SHOP)).contains("192.0.2.50");
      assertThat(pushed).hasSizeGreaterThan(pushes + 1);
      SOON.asserts(
          () -> assertThat(member.shown(SHOP)).containsExactly("192.0.2.50", "192.0.2.51"));
      assertThat(plugin.administration().status().state()).isEqualTo(Status.State.ACTIVE);

      plugin.maintenance().suspend(true);
      plugin.administration().switchTranslation(SHOP, false, false);
      SOON.asserts(() -> assertThat(config.contents()).isEmpty());
    }
  }

  @Test
  void itOutlastsARestart() throws Exception {
    try (OneMember member = start(new MemoryLog(1))) {
      member.plugin().maintenance().suspend(true);
    }
    try (OneMember member = start(new MemoryLog(1))) {
      Status status = member.plugin().administration().status();
      assertThat(status.state()).isEqualTo(Status.State.SUSPENDED);
      assertThat(status.suspension().since()).isPositive();
      member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
      member.switchOn(SHOP);
      await()
          .during(Duration.ofMillis(500))
          .untilAsserted(() -> assertThat(member.shown(SHOP)).isEmpty());

      member.plugin().maintenance().suspend(false);
      SOON.asserts(() -> assertThat(member.shown(SHOP)).hasSize(1));
    }
    assertThat(directory.resolve("member").resolve(Suspension.FILE)).doesNotExist();
  }

  /** A disk that cannot be written keeps nobody from turning the plugin off. */
  @Test
  void whereItCannotBeWrittenDownItHoldsAndSaysSo() throws Exception {
    Path none = Files.writeString(directory.resolve("a-file"), "").resolve("below");
    Suspension suspension = new Suspension(none, () -> 7);
    List<Boolean> told = new ArrayList<>();
    suspension.follow(
        wanted -> {
          if (wanted) {
            throw new IllegalStateException("on purpose");
          }
        });
    suspension.follow(told::add);

    assertThat(suspension.suspend(true)).isEqualTo(new SuspensionStatus(true, 7, false));
    assertThat(suspension.suspend(true)).isEqualTo(new SuspensionStatus(true, 7, false));
    assertThat(suspension.suspend(false)).isEqualTo(SuspensionStatus.NONE);

    assertThat(told).containsExactly(false, true, true, false);
  }

  private OneMember start(MemoryLog log) throws IOException {
    return OneMember.start(directory.resolve("member"), log, config, Duration.ofMillis(500));
  }
}
