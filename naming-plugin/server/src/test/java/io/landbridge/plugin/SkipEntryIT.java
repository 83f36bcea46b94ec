package io.landbridge.plugin;

import static io.landbridge.plugin.OneMember.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.membership.StillGroup;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MemberId;
import io.landbridge.raft.MemoryLog;
import io.landbridge.record.CommandCodec;
import io.landbridge.record.Frames;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.AdministrationException.Kind;
import io.landbridge.service.answer.EntryStatus;
import io.landbridge.service.answer.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole plugin on three members whose log has an entry that none of them can read. */
@Timeout(120)
class SkipEntryIT {

  private static final ApplicationKey SHOP = OneMember.shop("public");
  private static final List<MemberId> IDS =
      List.of(
          new MemberId("192.0.2.1:8848"),
          new MemberId("192.0.2.2:8848"),
          new MemberId("192.0.2.3:8848"));

  @TempDir Path directory;

  private final MemoryLog log = new MemoryLog(3);
  private final MemoryConfigCentre config = new MemoryConfigCentre();
  private final Set<MemberId> up = new HashSet<>(IDS);
  private final List<Landbridge> plugins = new ArrayList<>();

  @BeforeEach
  void startAndPlant() throws Exception {
    for (int i = 0; i < 3; i++) {
      plugins.add(start(i));
    }
    log.member(0).propose(CommandCodec.encode(new SwitchTranslation(SHOP, true, false, 1))).get();
    log.member(0)
        .propose(
            Frames.ofFormat(9, CommandCodec.encode(new SwitchTranslation(SHOP, false, true, 2))))
        .get();
  }

  @AfterEach
  void stop() {
    plugins.forEach(Landbridge::close);
  }

  @Test
  void membersThatHaveStoppedSaySoAgreeAndGoOn() throws Exception {
    EntryStatus.Stopped stopped = stopped(0);
    assertThat(plugins)
        .allSatisfy(
            plugin -> {
              Status status = plugin.administration().status();
              assertThat(status.state()).isEqualTo(Status.State.DISABLED);
              assertThat(status.reason()).contains("number " + stopped.entry(), "skip-entry");
              assertThat(metric(plugin, "landbridge.entries.stopped")).isEqualTo(stopped.entry());
            });

    agree(0, stopped);
    EntryStatus again = agree(0, stopped);
    assertThat(Objects.requireNonNull(again.stopped()).agreed())
        .containsExactly(IDS.get(0).address());
    agree(1, stopped);
    assertThat(stopped(2).skipped()).isFalse();
    agree(2, stopped);

    for (int i = 0; i < 3; i++) {
      assertThat(stopped(i).skipped()).isTrue();
      assertThat(stopped(i).durable()).isTrue();
      assertThat(plugins.get(i).administration().status().reason())
          .contains("agreed", "restart this server");
    }
    for (int i = 0; i < 3; i++) {
      plugins.get(i).close();
      plugins.set(i, start(i));
    }
    SOON.asserts(
        () ->
            assertThat(plugins)
                .allSatisfy(
                    plugin -> {
                      Status status = plugin.administration().status();
                      assertThat(status.state()).isEqualTo(Status.State.ACTIVE);
                      assertThat(status.entries()).isEqualTo(new EntryStatus(0, 1, 0, null));
                      assertThat(status.catalog())
                          .isEqualTo(plugins.get(0).administration().status().catalog());
                      assertThat(metric(plugin, "landbridge.entries.skipped")).isEqualTo(1);
                    }));
    assertThat(plugins.get(1).administration().switchTranslation(SHOP, false, false).forced())
        .isFalse();
  }

  @Test
  void whoMayNotBeLeftOutIsRefusedAndNothingIsProposed() throws Exception {
    EntryStatus.Stopped stopped = stopped(0);
    int entries = log.entries().size();

    refused(Kind.CONFLICT, "entry " + stopped.entry(), () -> skip(0, 1, stopped.sha256()));
    refused(Kind.BAD_REQUEST, "SHA-256", () -> skip(0, stopped.entry(), "abc"));
    refused(Kind.CONFLICT, "is running", () -> skip(0, stopped, IDS.get(2).address()));
    refused(Kind.BAD_REQUEST, "without", () -> skip(0, stopped, "192.0.2.9:8848"));
    up.remove(IDS.get(1));
    up.remove(IDS.get(2));
    refused(
        Kind.CONFLICT,
        "majority",
        () -> skip(0, stopped, IDS.get(1).address(), IDS.get(2).address()));
    assertThat(log.entries()).hasSize(entries);

    skip(0, stopped, IDS.get(2).address());
    skip(1, stopped, IDS.get(2).address());
    assertThat(stopped(0).skipped()).isTrue();
  }

  private void refused(Kind kind, String why, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(AdministrationException.class)
        .hasMessageContaining(why)
        .extracting(failure -> ((AdministrationException) failure).kind())
        .isEqualTo(kind);
  }

  private EntryStatus.Stopped stopped(int member) {
    return Objects.requireNonNull(
        plugins.get(member).administration().status().entries().stopped());
  }

  private EntryStatus agree(int member, EntryStatus.Stopped stopped)
      throws AdministrationException {
    return skip(member, stopped);
  }

  private EntryStatus skip(int member, EntryStatus.Stopped stopped, String... without)
      throws AdministrationException {
    return plugins
        .get(member)
        .maintenance()
        .skipEntry(stopped.entry(), stopped.sha256(), List.of(without));
  }

  private EntryStatus skip(int member, long entry, String sha256) throws AdministrationException {
    return plugins.get(member).maintenance().skipEntry(entry, sha256, List.of());
  }

  private static double metric(Landbridge plugin, String name) {
    return plugin.metrics().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow()
        .value()
        .getAsDouble();
  }

  private Landbridge start(int i) throws IOException {
    MemberId self = IDS.get(i);
    MemoryHost host =
        new MemoryHost(
            self, directory.resolve("member-" + i), log.member(i), config, Set.copyOf(IDS));
    host.setGroup(StillGroup.of(self, Set.copyOf(IDS), up, Map.of()));
    return LandbridgePlugin.start(host, PluginConfig.DEFAULT);
  }
}
