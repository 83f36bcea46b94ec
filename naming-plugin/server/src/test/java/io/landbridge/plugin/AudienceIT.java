package io.landbridge.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.membership.GroupView;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.MemberId;
import io.landbridge.model.NameRules;
import io.landbridge.model.ServiceKey;
import io.landbridge.raft.MemoryLog;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.view.derived.Caller;
import io.landbridge.view.derived.Side;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One plugin, whose applications are shown to some consumers first. */
@Timeout(60)
class AudienceIT {

  private static final ApplicationKey SHOP = OneMember.shop("public");
  private static final ServiceKey SERVICE =
      new ServiceKey(SHOP.namespace(), "DEFAULT_GROUP", SHOP.name().value());
  private static final MemberId SELF = new MemberId("192.0.2.10:8848");
  private static final MemberId OTHER = new MemberId("192.0.2.11:8848");

  @TempDir Path directory;

  private final MemoryLog log = new MemoryLog(1);
  private final MemoryConfigCentre config = new MemoryConfigCentre();
  private volatile int formatOfOther = 3;

  private OneMember start() throws Exception {
    OneMember member =
        OneMember.start(
            directory, log, config, Duration.ofHours(1), NameRules.NACOS_2, this::group);
    member
        .host()
        .connect("c1", List.of(OneMember.provider("public", "192.0.2.44", "demo.S", Map.of())));
    OneMember.SOON.asserts(() -> member.status(SHOP));
    return member;
  }

  private GroupView group() {
    return new GroupView(
        SELF,
        Optional.of(SELF),
        OptionalLong.of(1),
        new TreeSet<>(List.of(SELF, OTHER)),
        new TreeSet<>(List.of(SELF, OTHER)),
        new TreeMap<>(
            Map.of(
                SELF,
                new GroupView.Listed(true, Optional.empty()),
                OTHER,
                new GroupView.Listed(true, Optional.empty(), Optional.empty(), formatOfOther))),
        OptionalLong.empty());
  }

  @Test
  void aMemberThatDoesNotReadAudiencesIsNamedAndNothingChanges() throws Exception {
    try (OneMember member = start()) {
      formatOfOther = 1;

      assertThatThrownBy(
              () ->
                  member
                      .plugin()
                      .administration()
                      .switchTranslation(SHOP, true, false, Audience.share(5, "salt")))
          .isInstanceOfSatisfying(
              AdministrationException.class,
              e -> assertThat(e.kind()).isEqualTo(AdministrationException.Kind.CONFLICT))
          .hasMessageContaining("member 192.0.2.11:8848 cannot show an application to some");
      assertThat(member.status(SHOP).state()).isEqualTo(ApplicationStatus.State.OBSERVED);
      assertThat(log.entries()).noneMatch(entry -> entry[0] == 3);

      // Everybody and the way back need no other format.
      member.switchOn(SHOP);
      member.plugin().administration().switchTranslation(SHOP, false, false);
      assertThat(log.entries()).noneMatch(entry -> entry[0] == 3);
    }
  }

  @Test
  void aShareIsShownRaisedHiddenAndEnded() throws Exception {
    try (OneMember member = start()) {
      show(member, Audience.parse("10.0.0.7", "salt"));
      OneMember.SOON.asserts(
          () ->
              assertThat(member.status(SHOP).state())
                  .isEqualTo(ApplicationStatus.State.TRANSLATED));
      assertThat(member.status(SHOP).showTo()).isEqualTo("10.0.0.7");
      shown(member, "10.0.0.7", Side.SHOWN);
      shown(member, "10.0.0.8", Side.WITHHELD);

      show(member, Audience.NOBODY);
      shown(member, "10.0.0.7", Side.WITHHELD);
      show(member, Audience.WHOLE);
      shown(member, "10.0.0.8", Side.SHOWN);
      assertThat(member.status(SHOP).showTo()).isEqualTo("all");

      show(member, Audience.share(5, "salt"));
      member.plugin().administration().switchTranslation(SHOP, false, false);
      OneMember.SOON.asserts(() -> assertThat(member.shown(SHOP)).isEmpty());
      assertThat(member.status(SHOP).showTo()).isEmpty();
    }
  }

  @Test
  void metricsCountTheSides() throws Exception {
    try (OneMember member = start()) {
      assertThat(metric(member, "shown")).hasValue(0);
      assertThat(metric(member, "withheld")).hasValue(0);
    }
  }

  private static OptionalDouble metric(OneMember member, String side) {
    return member.plugin().metrics().stream()
        .filter(each -> each.name().equals("landbridge.audience.subscribers"))
        .filter(each -> each.labels().containsValue(side))
        .mapToDouble(each -> each.value().getAsDouble())
        .findFirst();
  }

  private static void show(OneMember member, Audience audience) throws Exception {
    member.plugin().administration().switchTranslation(SHOP, true, false, audience);
  }

  private static void shown(OneMember member, String ip, Side side) {
    OneMember.SOON.asserts(
        () ->
            assertThat(member.plugin().view().side(SERVICE, () -> Optional.of(new Caller(ip, ""))))
                .isEqualTo(side));
  }
}
