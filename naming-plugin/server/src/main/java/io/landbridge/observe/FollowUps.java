package io.landbridge.observe;

import io.landbridge.dubbo.DocumentAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must be looked at again after a round, and when. Touched by the observer's thread alone. */
final class FollowUps {

  private final Set<String> postponed = new HashSet<>();
  private final Set<String> unsettled = new HashSet<>();
  private final Set<String> again = new HashSet<>();
  private final Map<String, Long> later = new HashMap<>();
  private final Map<String, List<DocumentAddress>> waiting = new HashMap<>();

  /** Nothing can be decided about a unit because of what is in flight. */
  void postpone(Unit unit) {
    unit.mustBeRead();
    postponed.add(unit.id());
  }

  /** A unit may not have registered everything yet. */
  void settle(Unit unit) {
    unit.mustBeRead();
    unsettled.add(unit.id());
  }

  /** A unit must be looked at once more, as soon as can be. */
  void lookAgain(Unit unit) {
    again.add(unit.id());
  }

  /** A unit must be read once more, as soon as can be. */
  void readAgain(Unit unit) {
    unit.mustBeRead();
    lookAgain(unit);
  }

  /** A unit must be read when this member has been told of all clients there are. */
  void readLater(Unit unit, long when) {
    unit.mustBeRead();
    later.put(unit.id(), when);
  }

  /** A unit waits for documents, or for none. */
  void await(String unit, List<DocumentAddress> addresses) {
    waiting.put(unit, addresses);
  }

  /** By unit that was read, where the documents are without which some of it cannot be told. */
  Map<String, List<DocumentAddress>> waiting() {
    return waiting;
  }

  /** Units that could not be decided about because of what is in flight. */
  Set<String> postponed() {
    return postponed;
  }

  /** Units that may not have registered everything yet. */
  Set<String> unsettled() {
    return unsettled;
  }

  /** Units to be looked at when this member has been told of all clients there are, and when. */
  Map<String, Long> later() {
    return later;
  }

  /** Units that must be looked at once more. */
  Set<String> again() {
    return again;
  }
}
