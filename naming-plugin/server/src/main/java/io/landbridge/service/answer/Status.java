package io.landbridge.service.answer;

import io.landbridge.state.CatalogPosition;
import java.util.List;
import java.util.Optional;

/**
 * How a member is.
 *
 * @param state what the plugin does on this member
 * @param reason why it is not active; empty when it is
 * @param pluginVersion version of the plugin
 * @param server line and version of the server
 * @param member address of this member
 * @param leader whether this member leads the plugin's Raft group
 * @param ready whether the group has a leader
 * @param catalog how far this member is; empty while the plugin is off
 * @param untranslatable registrations of this member's clients that cannot be translated, at most
 *     {@value #MAX_LOSSES}
 * @param untranslatableTotal how many there are in all, counted up to 10,000
 * @param held what is shown although the catalog has lost it
 * @param suspension whether an operator has taken everything derived out of the answers
 * @param entries what this member could not read of the log
 */
public record Status(
    State state,
    String reason,
    String pluginVersion,
    String server,
    String member,
    boolean leader,
    boolean ready,
    Optional<CatalogPosition> catalog,
    List<LossStatus> untranslatable,
    int untranslatableTotal,
    HeldStatus held,
    SuspensionStatus suspension,
    EntryStatus entries) {

  /** Longest list of losses in a status. */
  public static final int MAX_LOSSES = 100;

  /** What the plugin does. */
  public enum State {
    /** Waiting for the group or the server's own data. */
    STARTING,
    /** Waiting until the plugin is on more members: its group cannot have a leader before. */
    WAITING_FOR_MEMBERS,
    /** Observing, and translating what is switched on. */
    ACTIVE,
    /** Observing only, whatever is switched on, because an operator said so. */
    SUSPENDED,
    /** Off: the server answers as if the plugin were not there. */
    DISABLED
  }

  /** The same of a member that starts, and waits for others to have the plugin. */
  public Status waiting(String what) {
    return state == State.STARTING ? with(State.WAITING_FOR_MEMBERS, what) : this;
  }

  /** The same of a member that works on a server of which something must be known. */
  public Status noted(String note) {
    return state == State.ACTIVE ? with(state, note) : this;
  }

  private Status with(State now, String why) {
    return with(now, why, suspension, entries);
  }

  private Status with(
      State nowState, String why, SuspensionStatus nowSuspension, EntryStatus nowEntries) {
    return new Status(
        nowState,
        why,
        pluginVersion,
        server,
        member,
        leader,
        ready,
        catalog,
        untranslatable,
        untranslatableTotal,
        held,
        nowSuspension,
        nowEntries);
  }

  /** The same of a member that an operator has suspended, or not. */
  public Status with(SuspensionStatus now) {
    boolean tells = now.suspended() && state == State.ACTIVE;
    return with(
        tells ? State.SUSPENDED : state,
        tells
            ? "suspended by an operator: derived instances are hidden; resume with 'landbridge"
                + " resume'"
            : reason,
        now,
        entries);
  }

  /** The same of a member that could not read everything. */
  public Status with(EntryStatus now) {
    EntryStatus.Stopped stopped = now.stopped();
    String why = reason;
    if (stopped != null && stopped.skipped() && state == State.DISABLED) {
      why =
          "the members have agreed to skip log entry %d: restart this server"
              .formatted(stopped.entry());
    }
    return with(state, why, suspension, now);
  }
}
