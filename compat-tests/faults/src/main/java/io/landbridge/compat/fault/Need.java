package io.landbridge.compat.fault;

import java.util.Optional;

/** What a fault needs of the machine. */
enum Need {
  /** Every member in a network namespace. */
  NETWORK,
  /** A small file system for a member's data. */
  DISK,
  /** A clock that can be set for one member. */
  CLOCK;

  /** Why it cannot be had on this machine; empty if it can. */
  Optional<String> whyNotHere() {
    return switch (this) {
      case NETWORK -> MemberNetwork.whyNotHere();
      case DISK -> SmallDisk.whyNotHere();
      case CLOCK -> ShiftedClock.whyNotHere();
    };
  }
}
