package io.landbridge.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.document.DocumentConfig;
import io.landbridge.dubbo.Registration;
import io.landbridge.membership.MembershipConfig;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.MemberId;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.observe.ObserverConfig;
import io.landbridge.publish.PublisherConfig;
import io.landbridge.raft.MemoryLog;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.ApplicationStatus;
import io.landbridge.service.Status;
import io.landbridge.service.SuspensionStatus;
import io.landbridge.view.ViewConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The plugin of one member, turned off and on while it runs. */
@Timeout(60)
class SuspensionIT {

  private static final ApplicationKey SHOP =
      new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("shop"));
  private static final ServiceKey SHOP_SERVICE =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop");
  private static final PluginConfig QUICK =
      new PluginConfig(
          new ObserverConfig(
              Duration.ofMillis(5),
              Duration.ofMillis(50),
              Duration.ofMillis(200),
              Duration.ofSeconds(1)),
          new PublisherConfig(Duration.ofMillis(100), Duration.ofMillis(500)),
          ViewConfig.DEFAULT,
          DocumentConfig.DEFAULT,
          MembershipConfig.DEFAULT);

  @TempDir Path directory;

  private final MemoryLog log = new MemoryLog(1);
  private final MemoryConfigCentre config = new MemoryConfigCentre();

  @Test
  void nothingIsShownOrPublishedUntilItIsResumedAndARollbackGoesThrough() throws Exception {
    MemoryHost host = host(log);
    host.connect("c1", List.of(provider("192.0.2.50", "demo.Plain")));
    try (Landbridge plugin = LandbridgePlugin.start(host, QUICK)) {
      eventually(() -> assertThat(plugin.administration().application(SHOP)).isNotNull());
      plugin.administration().switchTranslation(SHOP, true, false);
      eventually(() -> assertThat(shown(plugin)).containsExactly("192.0.2.50"));
      eventually(() -> assertThat(state(plugin)).isEqualTo(ApplicationStatus.State.TRANSLATED));
      SortedMap<String, String> published = config.contents();
      int pushes = host.pushed().size();

      // No leader is needed.
      log.setQuorum(false);
      SuspensionStatus suspended = plugin.maintenance().suspend(true);
      log.setQuorum(true);

      assertThat(suspended.suspended()).isTrue();
      assertThat(suspended.durable()).isTrue();
      assertThat(shown(plugin)).isEmpty();
      assertThat(plugin.view().mayAdd("shop")).isFalse();
      assertThat(plugin.view().services(NamespaceId.PUBLIC)).isEmpty();
      assertThat(host.pushed()).hasSize(pushes + 1).endsWith(SHOP_SERVICE);
      Status status = plugin.administration().status();
      assertThat(status.state()).isEqualTo(Status.State.SUSPENDED);
      assertThat(status.suspension()).isEqualTo(suspended);
      assertThat(plugin.maintenance().suspend(true)).isEqualTo(suspended);
      assertThat(host.pushed()).hasSize(pushes + 1);

      host.connect("c2", List.of(provider("192.0.2.51", "demo.Other")));
      eventually(
          () ->
              assertThat(plugin.administration().application(SHOP).instances()).isEqualTo(2));
      await()
          .during(Duration.ofMillis(500))
          .untilAsserted(() -> assertThat(config.contents()).isEqualTo(published));
      assertThat(plugin.administration().application(SHOP).problems())
          .anyMatch(each -> each.contains("landbridge resume"));
      assertThat(host.pushed()).hasSize(pushes + 1);

      assertThat(plugin.maintenance().suspend(false)).isEqualTo(SuspensionStatus.NONE);

      assertThat(shown(plugin)).contains("192.0.2.50");
      assertThat(host.pushed().size()).isGreaterThan(pushes + 1);
      eventually(
          () -> assertThat(shown(plugin)).containsExactly("192.0.2.50", "192.0.2.51"));
      assertThat(plugin.administration().status().state()).isEqualTo(Status.State.ACTIVE);

      plugin.maintenance().suspend(true);
      plugin.administration().switchTranslation(SHOP, false, false);
      eventually(() -> assertThat(config.contents()).isEmpty());
    }
  }

  @Test
  void itOutlastsARestart() throws Exception {
    MemoryHost host = host(log);
    host.connect("c1", List.of(provider("192.0.2.50", "demo.Plain")));
    try (Landbridge plugin = LandbridgePlugin.start(host, QUICK)) {
      eventually(() -> assertThat(plugin.administration().application(SHOP)).isNotNull());
      plugin.administration().switchTranslation(SHOP, true, false);
      eventually(() -> assertThat(shown(plugin)).hasSize(1));
      plugin.maintenance().suspend(true);
    }
    MemoryHost again = host(new MemoryLog(1));
    again.connect("c1", List.of(provider("192.0.2.50", "demo.Plain")));
    try (Landbridge plugin = LandbridgePlugin.start(again, QUICK)) {
      assertThat(plugin.administration().status().state()).isEqualTo(Status.State.SUSPENDED);
      assertThat(plugin.administration().status().suspension().since()).isPositive();
      eventually(() -> assertThat(plugin.administration().application(SHOP)).isNotNull());
      plugin.administration().switchTranslation(SHOP, true, false);
      assertThat(shown(plugin)).isEmpty();

      plugin.maintenance().suspend(false);
      eventually(() -> assertThat(shown(plugin)).hasSize(1));
    }
    assertThat(directory.resolve("member").resolve(Suspension.FILE)).doesNotExist();
  }

  /** A disk that cannot be written keeps nobody from turning the plugin off. */
  @Test
  void whereItCannotBeWrittenDownItHoldsAndSaysSo() throws Exception {
    Path none = Files.writeString(directory.resolve("a-file"), "").resolve("below");
    Suspension suspension = new Suspension(none, () -> 7);
    List<Boolean> told = new ArrayList<>();
    suspension.follow(told::add);

    assertThat(suspension.suspend(true)).isEqualTo(new SuspensionStatus(true, 7, false));
    assertThat(suspension.suspend(true)).isEqualTo(new SuspensionStatus(true, 7, false));
    assertThat(suspension.suspend(false)).isEqualTo(SuspensionStatus.NONE);

    assertThat(told).containsExactly(false, true, true, false);
  }

  private MemoryHost host(MemoryLog shared) {
    MemberId self = new MemberId("192.0.2.10:8848");
    return new MemoryHost(
        self, directory.resolve("member"), shared.member(0), config, Set.of(self));
  }

  private static List<String> shown(Landbridge plugin) {
    return plugin.view().additions(SHOP_SERVICE, List.of()).stream()
        .map(each -> each.ip())
        .sorted()
        .toList();
  }

  private static ApplicationStatus.State state(Landbridge plugin) throws Exception {
    return plugin.administration().application(SHOP).state();
  }

  private static void eventually(ThrowingRunnable assertion) {
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(10))
        .ignoreException(AdministrationException.class)
        .untilAsserted(assertion);
  }

  private static Registration provider(String ip, String name) {
    return new Registration(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "providers:" + name + "::"),
        "",
        ip,
        20880,
        "DEFAULT",
        true,
        true,
        true,
        Map.of("application", "shop", "protocol", "dubbo", "interface", name));
  }
}
