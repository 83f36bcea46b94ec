package io.landbridge.compat.churn;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a cluster is to show of one address, and on the way there may show.
 *
 * @param target what is registered in the end; empty for nothing. A disabled one is registered and
 *     not shown.
 * @param passing what else may show
 * @param absent whether nothing may show on the way
 * @param patience how long the way is, at the most
 */
record Expected(Optional<State> target, Set<State> passing, boolean absent, Duration patience) {

  Expected {
    passing = Set.copyOf(passing);
  }

  static Expected of(State state, Duration patience) {
    return new Expected(Optional.of(state), Set.of(), false, patience);
  }

  static Expected nothing(Duration patience) {
    return new Expected(Optional.empty(), Set.of(), true, patience);
  }

  Expected or(State... more) {
    Set<State> all = new HashSet<>(passing);
    all.addAll(Arrays.asList(more));
    return new Expected(target, all, absent, patience);
  }

  Expected orNothing() {
    return new Expected(target, passing, true, patience);
  }

  Expected within(Duration other) {
    return new Expected(target, passing, absent, other);
  }

  /** What a list has in the end. */
  Optional<State> shown() {
    return target.filter(State::enabled);
  }

  boolean allows(State state) {
    return shown().filter(state::equals).isPresent() || passing.contains(state);
  }

  boolean allowsNothing() {
    return absent || shown().isEmpty();
  }
}
