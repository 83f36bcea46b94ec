package io.landbridge.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.service.answer.ChangedApplication;
import io.landbridge.service.answer.Changes;
import io.landbridge.state.CatalogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ChangeWatchTest {

  private static final Optional<NamespaceId> ANY = Optional.empty();
  private static final long LONG = ChangeWatch.MAX_MILLIS;

  private final ChangeWatch watch = new ChangeWatch(0);

  @AfterEach
  void close() {
    watch.close();
  }

  @Test
  void isToldOfAChangeAtOnceAndOfOneThatWasThereAtOnceToo() throws Exception {
    CompletableFuture<Changes> waiting = watch.watch(0, LONG, ANY);
    assertThat(waiting).isNotDone();

    watch.advanced(at(1), Set.of(app("public", "a")));

    assertThat(waiting.get(10, TimeUnit.SECONDS).changes())
        .containsExactly(new ChangedApplication("public", "a", 1));
    assertThat(watch.watch(0, LONG, ANY)).isDone();
    assertThat(watch.watchers()).isZero();
  }

  @Test
  void isNotToldOfOtherNamespacesOrOfEntriesThatChangeNothing() throws Exception {
    CompletableFuture<Changes> dev = watch.watch(0, LONG, Optional.of(NamespaceId.of("dev")));
    CompletableFuture<Changes> any = watch.watch(0, LONG, ANY);

    watch.advanced(at(1), Set.of());
    watch.advanced(at(2), Set.of(app("public", "a")));
    assertThat(any.get(10, TimeUnit.SECONDS).applied()).isEqualTo(2);

    // One thread tells all of them, in one go.
    CompletableFuture<Changes> later = watch.watch(2, LONG, ANY);
    watch.advanced(at(3), Set.of(app("public", "b")));
    later.get(10, TimeUnit.SECONDS);
    assertThat(dev).isNotDone();
  }

  @Test
  void isToldToStartAgainAfterASnapshot() throws Exception {
    CompletableFuture<Changes> waiting = watch.watch(0, LONG, ANY);

    watch.restored(at(7));

    assertThat(waiting.get(10, TimeUnit.SECONDS)).isEqualTo(new Changes(7, true, List.of()));
  }

  @Test
  void endsWithNothingWhenTheTimeIsUp() throws Exception {
    watch.advanced(at(5), Set.of());

    assertThat(watch.watch(0, 20, ANY).get(10, TimeUnit.SECONDS))
        .isEqualTo(new Changes(5, false, List.of()));
    assertThat(watch.watchers()).isZero();
  }

  @Test
  void refusesOneTooManyAndTakesAnotherWhenOneHasGone() throws Exception {
    List<CompletableFuture<Changes>> all = new ArrayList<>();
    for (int i = 0; i < ChangeWatch.MAX_WATCHERS; i++) {
      all.add(watch.watch(0, LONG, ANY));
    }
    assertThatThrownBy(() -> watch.watch(0, LONG, ANY))
        .isInstanceOfSatisfying(
            AdministrationException.class,
            e -> assertThat(e.kind()).isEqualTo(AdministrationException.Kind.UNAVAILABLE));
    assertThat(watch.watchers()).isEqualTo(ChangeWatch.MAX_WATCHERS);

    all.get(0).cancel(false);

    all.set(0, watch.watch(0, LONG, ANY));
    watch.advanced(at(1), Set.of(app("public", "a")));
    await().until(() -> all.stream().allMatch(CompletableFuture::isDone));
    assertThat(watch.watchers()).isZero();
  }

  /** Nothing is heard of a reader that has hung up before it is answered. */
  @Test
  void whoHasWaitedLongestGivesItsPlace() throws Exception {
    List<CompletableFuture<Changes>> all = new ArrayList<>();
    for (int i = 0; i < ChangeWatch.MAX_WATCHERS; i++) {
      all.add(watch.watch(0, LONG, ANY));
    }
    List<CompletableFuture<Changes>> later = new ArrayList<>();
    await()
        .ignoreException(AdministrationException.class)
        .until(
            () -> {
              later.add(watch.watch(0, LONG, ANY));
              return later.size() == 3;
            });
    assertThat(all.subList(0, 3)).allSatisfy(each -> assertThat(each).isCompleted());
    assertThat(all.get(0).get()).isEqualTo(new Changes(0, false, List.of()));
    assertThat(all.subList(3, all.size())).noneMatch(CompletableFuture::isDone);
    assertThat(later).noneMatch(CompletableFuture::isDone);
    assertThat(watch.watchers()).isEqualTo(ChangeWatch.MAX_WATCHERS);
  }

  @Test
  void everybodyIsToldThatItStops() throws Exception {
    CompletableFuture<Changes> waiting = watch.watch(0, LONG, ANY);

    watch.close();

    assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(AdministrationException.class);
    assertThat(watch.watch(0, LONG, ANY)).isCompletedExceptionally();
  }

  @Test
  void refusesNumbersOutOfRange() {
    assertThatThrownBy(() -> watch.watch(-1, 0, ANY)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> watch.watch(0, -1, ANY)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> watch.watch(0, LONG + 1, ANY))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static CatalogPosition at(long applied) {
    return new CatalogPosition(applied, "d" + applied, 0, 0, 0);
  }

  private static ApplicationKey app(String namespace, String name) {
    return new ApplicationKey(NamespaceId.of(namespace), new ApplicationName(name));
  }
}
