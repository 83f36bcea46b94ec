package io.landbridge.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.document.DocumentSource.Known;
import io.landbridge.document.DocumentSource.Pending;
import io.landbridge.document.DocumentSource.Unavailable;
import io.landbridge.document.FetchQueue.Lane;
import io.landbridge.document.FetchQueue.Task;
import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FetchQueueTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long FIRST_PAUSE = 2 * SECOND;
  private static final long LONGEST_PAUSE = 20 * SECOND;

  private static final Unavailable NO_ANSWER = new Unavailable(Reason.NO_ANSWER, "no answer");
  private static final Unavailable REFUSED = new Unavailable(Reason.REFUSED, "refused");

  private final FetchQueue fetches = new FetchQueue(100, 1_000_000, FIRST_PAUSE, LONGEST_PAUSE);

  @Test
  void oneAskerAtATime() {
    assertThat(fetches.ask(at(1), 0)).isInstanceOf(Pending.class);
    assertThat(fetches.take(Lane.CONFIGURATION, 0)).isEmpty();
    Task task = fetches.take(Lane.PROVIDER, 0).orElseThrow();
    assertThat(task.where()).isEqualTo(at(1));
    assertThat(fetches.ask(at(2), 0)).isInstanceOf(Pending.class);
    assertThat(fetches.take(Lane.PROVIDER, 100 * SECOND)).isEmpty();
    fetches.found(task, new Known(document(10)).proven());
    assertThat(fetches.ask(at(1), 0)).isEqualTo(new Known(document(10)));
    assertThat(fetches.take(Lane.PROVIDER, 100 * SECOND)).isEmpty();
  }

  @Test
  void otherPlacesRightAwayAndThenAPause() {
    fetches.ask(at(1), 0);
    fetches.ask(at(2), 0);
    List<DocumentAddress> asked = new ArrayList<>();
    Task first = take(0, asked);
    assertThat(fetches.failed(first, REFUSED, 0)).isFalse();
    assertThat(fetches.ask(at(1), 0)).isInstanceOf(Pending.class);
    Task second = take(0, asked);
    assertThat(fetches.failed(second, NO_ANSWER, 0)).isTrue();
    assertThat(asked).containsExactlyInAnyOrder(at(1), at(2));
    // What says most, not what came last.
    assertThat(fetches.ask(at(1), 0)).isEqualTo(REFUSED);
    assertThat(fetches.take(Lane.PROVIDER, FIRST_PAUSE - 1)).isEmpty();
    assertThat(fetches.nanosUntilDue(Lane.PROVIDER, FIRST_PAUSE - 1)).isEqualTo(1);
    assertThat(take(FIRST_PAUSE, asked).where()).isEqualTo(first.where());
  }

  @Test
  void aPlaceNobodyHasAskedIsAskedAtOnce() {
    fetches.ask(at(1), 0);
    fetches.failed(take(0), NO_ANSWER, 0);
    assertThat(fetches.take(Lane.PROVIDER, SECOND)).isEmpty();
    assertThat(fetches.ask(at(2), SECOND)).isEqualTo(NO_ANSWER);
    assertThat(take(SECOND).where()).isEqualTo(at(2));
  }

  @Test
  void butNotEveryOneOfAFleet() {
    long now = 0;
    int asked = 0;
    for (int port = 1; port <= 200; port++) {
      fetches.ask(at(port), now);
      for (var task = fetches.take(Lane.PROVIDER, now);
          task.isPresent();
          task = fetches.take(Lane.PROVIDER, now)) {
        fetches.failed(task.get(), NO_ANSWER, now);
        asked++;
      }
      now += SECOND / 100;
    }
    // In the two seconds of the first pause.
    assertThat(asked).isEqualTo(Fetch.ASKED_IN_A_ROUND);
  }

  @Test
  void thePauseGrowsUpToALimit() {
    fetches.ask(at(1), 0);
    List<Long> pauses = new ArrayList<>();
    long now = 0;
    for (int round = 0; round < 40; round++) {
      boolean other = fetches.failed(take(now), NO_ANSWER, now);
      assertThat(other).isEqualTo(round == 0);
      fetches.ask(at(1), now);
      long pause = fetches.nanosUntilDue(Lane.PROVIDER, now);
      pauses.add(pause / SECOND);
      now += pause;
    }
    assertThat(pauses).startsWith(2L, 4L, 8L, 16L, 20L).endsWith(20L, 20L);
  }

  @Test
  void anotherReasonIsAnotherAnswer() {
    fetches.ask(at(1), 0);
    assertThat(fetches.failed(take(0), REFUSED, 0)).isTrue();
    assertThat(fetches.failed(take(FIRST_PAUSE), NO_ANSWER, FIRST_PAUSE)).isTrue();
    assertThat(fetches.ask(at(1), FIRST_PAUSE)).isEqualTo(NO_ANSWER);
  }

  @Test
  void whatWasNeverToldGoesBeforeWhatFailed() {
    fetches.ask(at("failed", 1), 0);
    fetches.failed(take(0), NO_ANSWER, 0);
    long later = 100 * SECOND;
    fetches.ask(at("failed", 1), later);
    fetches.ask(at("new", 2), later);
    assertThat(take(later).where()).isEqualTo(at("new", 2));
    assertThat(take(later).where()).isEqualTo(at("failed", 1));
  }

  @Test
  void whatNobodyAsksForIsForgotten() {
    long forgotten = FetchQueue.FORGOTTEN_AFTER.toNanos();
    fetches.ask(at("waiting", 1), 0);
    fetches.ask(at("found", 1), 0);
    fetches.ask(at("asked for", 1), 0);
    Task waiting = take(0);
    fetches.found(take(0), new Known(document(10)).proven());
    assertThat(fetches.bytes()).isPositive();
    fetches.ask(at("asked for", 1), SECOND);
    assertThat(take(forgotten).where()).isEqualTo(at("asked for", 1));
    assertThat(fetches.bytes()).isZero();
    assertThat(fetches.known(at("found", 1))).isEmpty();
    // Somebody is still asking for it.
    fetches.failed(waiting, NO_ANSWER, forgotten);
    assertThat(fetches.take(Lane.PROVIDER, 3 * forgotten)).isEmpty();
    assertThat(fetches.unavailable()).isZero();
  }

  @Test
  void tooManyAreRefused() {
    for (int i = 0; i < 100; i++) {
      fetches.ask(at("app" + i, 1), 0);
    }
    assertThat(fetches.ask(at("one too many", 1), 0))
        .isInstanceOfSatisfying(
            Unavailable.class, it -> assertThat(it.kind()).isEqualTo(Reason.BUSY));
    assertThat(fetches.ask(at("one too many", 1), FetchQueue.FORGOTTEN_AFTER.toNanos()))
        .isInstanceOf(Pending.class);
  }

  @Test
  void whatIsFoundMakesRoomForWhatIsLookedFor() {
    fetches.ask(at("found", 1), 0);
    fetches.found(take(0), new Known(document(10)).proven());
    for (int i = 1; i < 100; i++) {
      fetches.ask(at("app" + i, 1), 0);
    }

    assertThat(fetches.ask(at("one more", 1), 0)).isInstanceOf(Pending.class);

    assertThat(fetches.known(at("found", 1))).isEmpty();
    assertThat(fetches.bytes()).isZero();
    assertThat(fetches.ask(at("and another", 1), 0)).isInstanceOf(Unavailable.class);
  }

  @Test
  void whatManyProcessesShareIsKeptOnce() {
    fetches.ask(at("first", 1), 0);
    fetches.found(take(0), new Known(document(10)).proven());
    long first = fetches.bytes();
    for (int i = 1; i < 10; i++) {
      fetches.ask(at("app" + i, 1), 0);
      fetches.found(take(0), new Known(document(10)).proven());
    }
    assertThat(fetches.bytes()).isLessThan(first + 9 * 600);
    assertThat(fetches.known(at("app9", 1)).orElseThrow().proven().document())
        .isSameAs(fetches.known(at("first", 1)).orElseThrow().proven().document());

    fetches.ask(at("another", 1), FetchQueue.FORGOTTEN_AFTER.toNanos());
    assertThat(fetches.bytes()).isZero();
  }

  @Test
  void aConfigurationHasALaneOfItsOwn() {
    fetches.ask(Places.configuration("a", "1"), 0);
    assertThat(fetches.take(Lane.PROVIDER, 0)).isEmpty();
    assertThat(fetches.take(Lane.CONFIGURATION, 0)).isPresent();
  }

  /** Whatever happens, in whatever order. */
  @Property
  void boundsAndSingleFlight(
      @ForAll @Size(max = 200) List<@IntRange(max = 99_999) Integer> actions) {
    FetchQueue small = new FetchQueue(5, 2_000, FIRST_PAUSE, LONGEST_PAUSE);
    Map<Fetch.Key, Task> asking = new HashMap<>();
    long now = 0;
    for (int action : actions) {
      String application = "app" + action / 10 % 8;
      DocumentAddress where =
          action / 100 % 7 == 0
              ? Places.configuration(application, "1")
              : at(application, 1 + action / 100 % 10);
      switch (action % 10) {
        case 0, 1, 2, 3 -> small.ask(where, now);
        case 4, 5 -> {
          for (Lane lane : Lane.values()) {
            long until = small.nanosUntilDue(lane, now);
            var task = small.take(lane, now);
            assertThat(task.isEmpty() || until == 0).isTrue();
            if (task.isPresent()) {
              Fetch.Key key = Fetch.Key.of(task.get().where());
              assertThat(Lane.of(task.get().where())).isEqualTo(lane);
              assertThat(asking.put(key, task.get())).as("asked for twice at once").isNull();
            }
          }
        }
        case 6, 7 -> {
          Task task = asking.remove(Fetch.Key.of(where));
          if (task != null) {
            small.failed(task, action % 3 == 0 ? NO_ANSWER : REFUSED, now);
          }
        }
        case 8 -> {
          Task task = asking.remove(Fetch.Key.of(where));
          if (task != null && action / 1000 % 5 == 0) {
            small.withdraw(task);
          } else if (task != null) {
            small.found(task, new Known(document(action / 1000)).proven());
          }
        }
        default -> now += action * SECOND / 100;
      }
      assertThat(small.pending() + small.unavailable()).isLessThanOrEqualTo(5);
      assertThat(small.bytes()).isBetween(0L, 2_000L);
      for (Lane lane : Lane.values()) {
        long until = small.nanosUntilDue(lane, now);
        assertThat(until == Long.MAX_VALUE || until <= LONGEST_PAUSE).isTrue();
      }
    }
  }

  private Task take(long now) {
    return fetches.take(Lane.PROVIDER, now).orElseThrow();
  }

  private Task take(long now, List<DocumentAddress> asked) {
    Task task = take(now);
    asked.add(task.where());
    return task;
  }

  private static DocumentAddress at(int port) {
    return at("shop", port);
  }

  private static DocumentAddress at(String application, int port) {
    return Places.dubbo(application, "1", port);
  }

  private static MetadataDocument document(int size) {
    return MetadataDocument.of(
        new ApplicationName("shop"),
        List.of(
            new ServiceEntry(
                "demo.Service",
                "",
                "",
                "dubbo",
                20880,
                "demo.Service",
                new TreeMap<>(Map.of("key", "x".repeat(size))))));
  }
}
