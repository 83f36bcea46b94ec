package io.landbridge.compat.fault;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The ways in which an ensemble is hurt. Each heals what it did before it returns. */
public enum Fault {
  /** Power cut at the leader. */
  KILL_LEADER {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      ground.member(ground.leader()).server().kill9();
      Ground.last(FAILOVER);
      ground.ensemble().startAll();
    }
  },
  /** Power cut at a follower. */
  KILL_FOLLOWER {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      ground.member(ground.follower(0)).server().kill9();
      Ground.last(FAILOVER);
      ground.ensemble().startAll();
    }
  },
  /** Power cut at the leader and at a follower: no majority is left. */
  KILL_TWO {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      int follower = ground.follower(0);
      ground.member(ground.leader()).server().kill9();
      ground.member(follower).server().kill9();
      Ground.last(FAILOVER);
      ground.ensemble().startAll();
    }
  },
  /** Power cut everywhere. */
  KILL_ALL {
    @Override
    void inflict(Ground ground) {
      ground.members().parallelStream().forEach(member -> member.server().kill9());
      ground.ensemble().startAll();
    }
  },
  /** The leader is frozen, for less than the grace. */
  PAUSE_LEADER_SHORT {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      pause(ground.member(ground.leader()), shorterThanGrace(ground));
    }
  },
  /** The leader is frozen, for longer than the grace. */
  PAUSE_LEADER_LONG {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      pause(ground.member(ground.leader()), longerThanGrace(ground));
    }
  },
  /** A follower is frozen, for less than the grace. */
  PAUSE_FOLLOWER_SHORT {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      pause(ground.member(ground.follower(0)), shorterThanGrace(ground));
    }
  },
  /** A follower is frozen, for longer than the grace. */
  PAUSE_FOLLOWER_LONG {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      pause(ground.member(ground.follower(0)), longerThanGrace(ground));
    }
  },
  /** The other follower is frozen, for less than the grace. */
  PAUSE_OTHER_FOLLOWER_SHORT {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      pause(ground.member(ground.follower(1)), shorterThanGrace(ground));
    }
  },
  /** The other follower is frozen, for longer than the grace. */
  PAUSE_OTHER_FOLLOWER_LONG {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      pause(ground.member(ground.follower(1)), longerThanGrace(ground));
    }
  },
  /** The disk of a member is full; then there is room again and an operator restarts it. */
  DISK_FULL(Need.DISK) {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      SmallDisk disk = ground.disk().orElseThrow();
      int seconds = (int) longerThanGrace(ground).toSeconds();
      for (int i = 0; i < seconds; i++) {
        // Again and again: the server may free a little by itself.
        disk.fill();
        Ground.last(Duration.ofSeconds(1));
      }
      disk.free();
      ground.member(Ground.MEMBER_ON_DISK).server().kill9();
      ground.ensemble().startAll();
    }
  },
  /** The time of day of a member jumps an hour ahead, and back again. */
  CLOCK_JUMP(Need.CLOCK) {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      ShiftedClock clock = ground.clock().orElseThrow();
      clock.jump(Duration.ofHours(1));
      Ground.last(longerThanGrace(ground));
      clock.jump(Duration.ZERO);
    }
  },
  /** A member starts with its time of day an hour behind, and is restarted when it is right. */
  CLOCK_BEHIND_AT_START(Need.CLOCK) {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      ShiftedClock clock = ground.clock().orElseThrow();
      clock.jump(Duration.ofHours(-1));
      ground.member(Ground.MEMBER_WITH_CLOCK).server().kill9();
      ground.ensemble().startAll();
      Ground.last(shorterThanGrace(ground));
      clock.jump(Duration.ZERO);
    }
  },
  /** The leader and the others do not reach each other; clients reach all. */
  PARTITION_LEADER(Need.NETWORK) {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      ground.net().isolate(ground.leader());
      Ground.last(longerThanGrace(ground));
      ground.net().heal();
    }
  },
  /** A follower and the others do not reach each other; clients reach all. */
  PARTITION_FOLLOWER(Need.NETWORK) {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      ground.net().isolate(ground.follower(0));
      Ground.last(longerThanGrace(ground));
      ground.net().heal();
    }
  },
  /** Nobody reaches the leader, neither the others nor a client. */
  PARTITION_LEADER_FROM_ALL(Need.NETWORK) {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      int leader = ground.leader();
      ground.net().isolate(leader);
      ground.net().isolateFromClients(leader);
      Ground.last(longerThanGrace(ground));
      ground.net().heal();
    }
  },
  /** The leader hears the others, and nothing it says reaches them. */
  MUTE_LEADER(Need.NETWORK) {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      ground.net().mute(ground.leader());
      Ground.last(longerThanGrace(ground));
      ground.net().heal();
    }
  },
  /** A follower hears the others, and nothing it says reaches them. */
  MUTE_FOLLOWER(Need.NETWORK) {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      ground.net().mute(ground.follower(0));
      Ground.last(longerThanGrace(ground));
      ground.net().heal();
    }
  },
  /** What one follower says reaches the other follower and not the leader. */
  MUTE_FOLLOWER_TO_LEADER(Need.NETWORK) {
    @Override
    void inflict(Ground ground) throws InterruptedException {
      int leader = ground.leader();
      int follower = (leader + 1) % ground.members().size();
      ground.net().cut(follower, leader);
      Ground.last(longerThanGrace(ground));
      ground.net().heal();
    }
  };

  private static final Duration FAILOVER = Duration.ofSeconds(8);

  private final List<Need> needs;

  Fault(Need... needs) {
    this.needs = List.of(needs);
  }

  /** Its name as it is typed: {@code kill-leader}. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /**
   * Finds one by its label.
   *
   * @throws IllegalArgumentException if there is none; names those there are
   */
  public static Fault of(String label) {
    return Arrays.stream(values())
        .filter(fault -> fault.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no fault "
                        + label
                        + "; there are "
                        + String.join(", ", Arrays.stream(values()).map(Fault::label).toList())));
  }

  /** Why it cannot be had on this machine; empty if it can. */
  public Optional<String> whyNotHere() {
    return needs.stream().flatMap(need -> need.whyNotHere().stream()).findFirst();
  }

  List<Need> needs() {
    return needs;
  }

  /** Whether several members start at the same time when it heals. */
  boolean startsSeveral() {
    return this == KILL_TWO || this == KILL_ALL;
  }

  /** Whether the time of day of a member was wrong meanwhile. */
  boolean movesClocks() {
    return needs.contains(Need.CLOCK);
  }

  /** Hurts, lets it last, and heals. */
  abstract void inflict(Ground ground) throws InterruptedException;

  private static Duration shorterThanGrace(Ground ground) {
    return ground.grace().dividedBy(2);
  }

  private static Duration longerThanGrace(Ground ground) {
    return ground.grace().multipliedBy(2).plusSeconds(3);
  }

  private static void pause(Member member, Duration duration) throws InterruptedException {
    member.server().pause();
    try {
      Ground.last(duration);
    } finally {
      member.server().resume();
    }
  }
}
