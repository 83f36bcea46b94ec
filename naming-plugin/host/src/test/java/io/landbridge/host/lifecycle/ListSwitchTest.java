package io.landbridge.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.service.AdministrationException;
import io.landbridge.service.answer.SuspensionStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListSwitchTest {

  @TempDir Path directory;

  private final List<Boolean> suspended = new ArrayList<>();
  private final List<ListSwitch> switches = new ArrayList<>();
  private Optional<Boolean> enabled = Optional.empty();
  private boolean runs = true;

  @AfterEach
  void close() {
    switches.forEach(ListSwitch::close);
  }

  @Test
  void aTurnIsFollowedOnce() {
    ListSwitch followed = started();
    looks(followed, Optional.of(true));
    assertThat(suspended).isEmpty();
    looks(followed, Optional.of(false));
    looks(followed, Optional.of(false));
    assertThat(suspended).containsExactly(true);
    looks(followed, Optional.of(true));
    assertThat(suspended).containsExactly(true, false);
  }

  @Test
  void aPositionThatDoesNotLastIsNotFollowed() {
    ListSwitch followed = started();
    looks(followed, Optional.of(true));
    enabled = Optional.of(false);
    followed.look();
    enabled = Optional.of(true);
    followed.look();
    followed.look();
    assertThat(suspended).isEmpty();
  }

  @Test
  void aTurnWhileThisMemberWasDownIsFollowedOnceItIsBack() {
    looks(started(), Optional.of(false));
    assertThat(suspended).containsExactly(true);
    // Resumed by the command meanwhile: where the switch still is says nothing new.
    looks(started(), Optional.of(false));
    assertThat(suspended).containsExactly(true);
    looks(started(), Optional.of(true));
    assertThat(suspended).containsExactly(true, false);
  }

  @Test
  void whatCannotBeDoneNowIsDoneLater() {
    ListSwitch followed = started();
    runs = false;
    looks(followed, Optional.of(false));
    assertThat(suspended).isEmpty();
    runs = true;
    looks(followed, Optional.of(false));
    assertThat(suspended).containsExactly(true);
  }

  @Test
  void anErrorEndsOneLookAndNotTheNext() throws Exception {
    CountDownLatch looks = new CountDownLatch(2);
    ListSwitch followed =
        new ListSwitch(
            () -> {
              looks.countDown();
              throw new NoSuchMethodError("of another list");
            },
            this::suspend,
            directory);
    switches.add(followed);
    followed.start();
    assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aServerWithoutAListHasNoSwitch() {
    assertThat(NacosPluginList.of(getClass().getClassLoader())).isEmpty();
  }

  private ListSwitch started() {
    ListSwitch followed = new ListSwitch(() -> enabled, this::suspend, directory.resolve("data"));
    switches.add(followed);
    return followed;
  }

  private void looks(ListSwitch followed, Optional<Boolean> position) {
    enabled = position;
    followed.look();
    followed.look();
  }

  private SuspensionStatus suspend(boolean wanted) throws AdministrationException {
    if (!runs) {
      throw new AdministrationException(AdministrationException.Kind.UNAVAILABLE, "off");
    }
    suspended.add(wanted);
    return SuspensionStatus.NONE;
  }
}
