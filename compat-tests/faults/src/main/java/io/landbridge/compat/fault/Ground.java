package io.landbridge.compat.fault;

import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.waiting.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * An ensemble and what it can be hurt with.
 *
 * @param ensemble the servers
 * @param members the same, as they are seen from outside
 * @param network where there is one
 * @param disk of {@link #MEMBER_ON_DISK}, where there is one
 * @param clock of {@link #MEMBER_WITH_CLOCK}, where there is one
 * @param grace the plugin's, on these servers
 */
record Ground(
    NacosEnsemble ensemble,
    List<Member> members,
    Optional<MemberNetwork> network,
    Optional<SmallDisk> disk,
    Optional<ShiftedClock> clock,
    Duration grace) {

  /** The member whose data are on the small disk. */
  static final int MEMBER_ON_DISK = 0;

  /** The member whose time of day can be changed. */
  static final int MEMBER_WITH_CLOCK = 1;

  private static final Duration LEADER = Duration.ofSeconds(120);
  private static final Duration POLL = Duration.ofMillis(250);

  Member member(int index) {
    return members.get(index);
  }

  /** Waits for a leader of the plugin's group and says which member it is. */
  int leader() {
    int[] found = {-1};
    until(
        LEADER,
        "a leader of the plugin's group",
        () -> {
          found[0] =
              IntStream.range(0, members.size())
                  .filter(i -> members.get(i).leads())
                  .findFirst()
                  .orElse(-1);
          return found[0] >= 0;
        });
    return found[0];
  }

  /** The members that do not lead; the first or the second of them. */
  int follower(int index) {
    int leader = leader();
    return IntStream.range(0, members.size())
        .filter(i -> i != leader)
        .skip(index)
        .findFirst()
        .orElseThrow();
  }

  MemberNetwork net() {
    return network.orElseThrow();
  }

  /** Lets the fault last. */
  static void last(Duration duration) throws InterruptedException {
    Thread.sleep(duration.toMillis());
  }

  /**
   * Waits for something.
   *
   * @throws IllegalStateException if it does not happen in time
   */
  static void until(Duration atMost, String what, BooleanSupplier condition) {
    if (!happens(atMost, condition)) {
      throw new IllegalStateException("Not within " + atMost.toSeconds() + " s: " + what);
    }
  }

  /** Waits for something; whether it happened in time. */
  static boolean happens(Duration atMost, BooleanSupplier condition) {
    return Eventually.holds(atMost, POLL, condition);
  }
}
