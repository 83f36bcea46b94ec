package io.landbridge.bridge.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.bridge.exports.MixedLists.Circumstances;
import io.landbridge.bridge.exports.MixedLists.Client;
import io.landbridge.bridge.exports.MixedLists.Connected;
import io.landbridge.registry.RegistryException;
import io.landbridge.work.CoalescedTask.Outcome;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Clients of 1.x that have servers of both clusters in their lists are alive on both sides as long
 * as they live, and on neither for long afterwards.
 */
class MixedListsTest {

  private static final int MINUTES = 20;
  private static final int CLIENTS = 6;

  /** After that long both clusters have read of each other. */
  private static final long KNOWN_MILLIS = 12_000;

  /** What a 1.x server needs to delete an instance, and ten seconds. */
  private static final long GONE_MILLIS = 40_000;

  /** What a 1.x server needs to call an instance unhealthy, and to look, and a round of ours. */
  private static final long UNHEALTHY_MILLIS = 15_000 + 5_000 + 2_000;

  private static final int BEAT_SECONDS = 5;
  private static final int STEADY_SECONDS = 600;
  private static final int BELIEVED_SECONDS = 125;

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void whoBeatsAnywhereIsHealthyOnBothSidesAndWhoIsDeadIsGoneFromBoth(
      @ForAll @IntRange(min = 0, max = 3) int newServersOfThree,
      @ForAll boolean shortBeats,
      @ForAll boolean nobodyBefore,
      @ForAll boolean large,
      @ForAll @IntRange(min = 250, max = 5_000) int readEveryMillis,
      @ForAll @IntRange(min = -60_000, max = 60_000) int clocksApartMillis,
      @ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists =
        new MixedLists(
            new Circumstances(newServersOfThree, shortBeats, readEveryMillis, clocksApartMillis),
            seed);
    if (large) {
      lists.setLarge();
    }
    if (nobodyBefore) {
      // Until it is believed that whoever is heard here is heard nowhere else.
      lists.seconds(BELIEVED_SECONDS);
    }
    for (int second = 0; second < MINUTES * 60; second++) {
      if (second % 7 == 0 && lists.clients().size() < CLIENTS) {
        lists.join();
      }
      if (second == (MINUTES - 1) * 60) {
        lists.clients().subList(0, CLIENTS / 2).forEach(Client::kill);
      }
      lists.second();
      for (Client each : lists.clients()) {
        check(each, lists, second, readEveryMillis);
      }
    }
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void whoHasLeftTheOldServersBehindIsExportedAndTakesItsLeaveOnBothSides(
      @ForAll @IntRange(min = 0, max = 2) int newServersOfThree, @ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(newServersOfThree, true, 1_000, 0), seed);
    Client moving = lists.join();
    Client staying = lists.join();
    for (int second = 0; second < 240; second++) {
      if (second == 120) {
        lists.setNewServersOfThree(3);
      }
      lists.second();
      check(moving, lists, second, 1_000);
      check(staying, lists, second, 1_000);
    }
    assertThat(lists.exported()).containsExactly(moving.address(), staying.address());

    moving.leave();
    lists.seconds(6);
    assertThat(lists.listedBefore()).containsOnlyKeys(staying.address());
    assertThat(lists.listedAfter()).containsOnlyKeys(staying.address());
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void whoBeatsHereAloneCostsTheLegacyClusterAFifthOfItsBeatsAndDiesThereAsHere(@ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(3, true, 1_000, 0), seed);
    Client client = lists.join();
    lists.seconds(90);
    int asked = lists.askedBefore();
    for (int second = 0; second < STEADY_SECONDS; second++) {
      lists.second();
      check(client, lists, second, 1_000);
    }
    assertThat(lists.askedBefore() - asked).isLessThanOrEqualTo(STEADY_SECONDS / BEAT_SECONDS / 5);

    client.kill();
    for (int second = 0; second < 60; second++) {
      lists.second();
      check(client, lists, second, 1_000);
      if (client.silentFor() > UNHEALTHY_MILLIS) {
        assertThat(lists.listedBefore()).doesNotContainEntry(client.address(), true);
      }
    }
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void whereNobodyIsHeardOnBothSidesTheFirstBeatsAreNotPassedOnEither(@ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(3, true, 1_000, 0), seed);
    lists.seconds(BELIEVED_SECONDS);
    Client client = lists.join();
    int asked = lists.askedBefore();
    for (int second = 0; second < 60; second++) {
      lists.second();
      check(client, lists, second, 1_000);
    }
    // Of twelve beats: it is registered, its next beat finds it there, and then every half minute.
    assertThat(lists.askedBefore() - asked).isLessThanOrEqualTo(4);
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void whoComeTogetherAreLookedForTogether(@ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(3, true, 1_000, 0), seed);
    lists.seconds(BELIEVED_SECONDS);
    int asked = lists.askedBefore();
    for (int i = 0; i < CLIENTS; i++) {
      lists.join();
    }
    lists.seconds(20);
    // Each is registered, and none of their beats is passed on to find it there.
    assertThat(lists.askedBefore() - asked).isBetween(CLIENTS + 1, CLIENTS + 3);
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void whoComeOneAfterTheOtherAreLookedForOnceOrTogether(@ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(3, true, 1_000, 0), seed);
    lists.seconds(BELIEVED_SECONDS);
    int asked = lists.askedBefore();
    for (int i = 0; i < 2 * CLIENTS; i++) {
      lists.join();
      lists.second();
    }
    lists.seconds(8);
    // Each is registered, and one beat finds it there, unless that of another has found it too.
    assertThat(lists.askedBefore() - asked).isBetween(2 * CLIENTS + 2, 4 * CLIENTS);
  }

  /** Beats are due in between, so no round may be late because the one before had much to say. */
  @Example
  void whoeverHasMoreToSayThanARoundHasRoomForIsNotPutOff()
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(3, true, 1_000, 0), 1);
    for (int i = 0; i < 2_500; i++) {
      lists.join();
    }
    boolean soon = false;
    for (int second = 0; second < 20; second++) {
      lists.second();
      assertThat(lists.lastOutcome()).isNotEqualTo(Outcome.AGAIN);
      soon |= lists.lastOutcome() == Outcome.SOON;
    }
    assertThat(soon).isTrue();
    assertThat(lists.exported()).hasSize(2_500);
  }

  @Example
  void theLongerARoundTakesTheFartherRoundsAreApart()
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(3, true, 1_000, 0), 1);
    lists.join();
    assertThat(lists.readings(0, 1)).isGreaterThan(900);
    // 2 ms, and 400 times as long.
    assertThat(lists.readings(2, 80)).isBetween(97, 103);
    // However long it takes, nobody who may be heard on both sides is heard of late.
    assertThat(lists.readings(50, 36)).isBetween(29, 31);
    lists.seconds(BELIEVED_SECONDS);
    // No beat is missed.
    assertThat(lists.readings(50, 72)).isBetween(29, 31);
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void whoComesAndGoesIsNotPutOffByLongRounds(@ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(3, true, 1_000, 0), seed);
    lists.setLarge();
    Client staying = lists.join();
    lists.seconds(BELIEVED_SECONDS);
    for (int i = 0; i < CLIENTS; i++) {
      Client client = lists.join();
      lists.second();
      assertThat(lists.exported()).containsExactly(staying.address(), client.address());
      client.leave();
      // That it is gone is noted at once, and believed by the next whole round.
      lists.seconds(4);
      assertThat(lists.exported()).containsExactly(staying.address());
    }
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void whatIsTakenAwayThereIsNotBroughtBack(@ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(2, true, 1_000, 0), seed);
    Client client = lists.join();
    lists.seconds(60);
    lists.setNewServersOfThree(0);
    client.leave();
    // One beat may have been heard here that was not passed on yet.
    boolean away = false;
    for (int second = 0; second < 60; second++) {
      lists.second();
      boolean listed = lists.listedBefore().containsKey(client.address());
      assertThat(away && listed).as("back after %d s", second).isFalse();
      away |= !listed && second > 2;
    }
    assertThat(away).isTrue();
    assertThat(lists.listedAfter()).isEmpty();
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void whoHasMovedThereIsNotTakenBackHoweverLateItIsImported(
      @ForAll @IntRange(min = 250, max = 20_000) int readEveryMillis,
      @ForAll @IntRange(min = 0, max = 20) int disconnectAfterSeconds,
      @ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(0, true, readEveryMillis, 0), seed);
    Connected former = lists.connect();
    lists.seconds(4);
    assertThat(lists.exported()).containsExactly("10.0.0.1:80");

    Client client = lists.join();
    former.edit("edited", "here");
    for (int second = 0; second < 60; second++) {
      if (second == disconnectAfterSeconds) {
        former.disconnect();
      }
      lists.second();
      assertThat(lists.exported()).as("after %d s", second).isEmpty();
      assertThat(lists.listedBefore()).containsOnlyKeys(client.address());
    }
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void whoHasMovedThereAndDiesThereIsTakenBackIfItIsHere(@ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(0, true, 1_000, 0), seed);
    Connected here = lists.connect();
    lists.seconds(4);
    Client client = lists.join();
    here.edit("edited", "here");
    lists.seconds(30);
    assertThat(lists.exported()).isEmpty();

    client.kill();
    lists.seconds(22);
    assertThat(lists.exported()).containsExactly(client.address());
    lists.seconds(40);
    assertThat(lists.listedBefore()).containsEntry(client.address(), true);
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void aLegacyClusterThatCannotBeReachedForAMomentMissesNobody(
      @ForAll @IntRange(min = 1, max = 9) int outageSeconds, @ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(3, true, 1_000, 0), seed);
    lists.join();
    for (int second = 0; second < 180; second++) {
      lists.setUnreachable(second >= 60 && second < 60 + outageSeconds);
      lists.second();
      for (Client each : lists.clients()) {
        check(each, lists, second, 1_000);
      }
    }
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void whatTheLegacyClusterForgetsIsSaidAgain(
      @ForAll @IntRange(min = 1, max = 2) int newServersOfThree, @ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(newServersOfThree, true, 500, 0), seed);
    lists.setForgetful();
    for (int second = 0; second < 180; second++) {
      if (second % 7 == 0 && lists.clients().size() < CLIENTS) {
        lists.join();
      }
      lists.second();
      for (Client each : lists.clients()) {
        // It is looked for 2 s later, and rounds are up to 2 s apart.
        if (lists.undoneFor(each) > 4_000) {
          check(each, lists, second, 500);
        }
      }
    }
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void whatTheLegacyClusterForgetsOfTheTimesToWaitIsSaidAgain(@ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(3, true, 1_000, 0), seed);
    lists.setForgetful();
    Client client = lists.join();
    for (int second = 0; second < 180; second++) {
      lists.second();
      check(client, lists, second, 1_000);
    }
    // It was waited for as before, and is waited for longer again.
    assertThat(lists.undoneFor(client)).isBetween(60_000L, 180_000L);
    int asked = lists.askedBefore();
    lists.seconds(STEADY_SECONDS);
    assertThat(lists.askedBefore() - asked).isLessThanOrEqualTo(STEADY_SECONDS / BEAT_SECONDS / 5);
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void whoCannotBeLookedForIsToldOfBeatsAllTheSame(@ForAll boolean believed, @ForAll long seed)
      throws InterruptedException, RegistryException {
    MixedLists lists = new MixedLists(new Circumstances(3, true, 1_000, 0), seed);
    lists.seconds(believed ? BELIEVED_SECONDS : 0);
    lists.setHidden();
    for (int i = 0; i < CLIENTS; i++) {
      lists.join();
    }
    for (int second = 0; second < 180; second++) {
      lists.second();
      for (Client each : lists.clients()) {
        check(each, lists, second, 1_000);
      }
    }
  }

  private static void check(Client client, MixedLists lists, int second, int readEveryMillis) {
    String when = "%s after %d s".formatted(client.address(), second);
    Map<String, Boolean> before = lists.listedBefore();
    Map<String, Boolean> after = lists.listedAfter();
    if (client.silentFor() > GONE_MILLIS) {
      assertThat(before).as(when + ", in the legacy cluster").doesNotContainKey(client.address());
      if (client.silentFor() > GONE_MILLIS + readEveryMillis) {
        assertThat(after).as(when + ", here").doesNotContainKey(client.address());
      }
    } else if (client.silentFor() == 0 && client.age() > KNOWN_MILLIS) {
      assertThat(before).as(when + ", in the legacy cluster").containsEntry(client.address(), true);
      assertThat(after).as(when + ", here").containsEntry(client.address(), true);
    }
  }
}
