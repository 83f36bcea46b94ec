package io.landbridge.migrate.doctor;

import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.List;
import java.util.Optional;

/**
 * What one member told.
 *
 * @param member its address in the member list; as it was asked, when it told none
 * @param answer whether it told anything
 * @param detail why it did not
 * @param status the status of its plugin
 * @param group the group as it sees it
 * @param appliedBefore how many commands it had applied some seconds before; -1 when it was not
 *     asked twice
 * @param clockAheadMillis how far its clock is ahead of the one here, to half of {@code
 *     roundTripMillis}
 * @param roundTripMillis how long its answer took
 * @param configuration what of the configuration centre did not work through it; not tried unless
 *     its plugin runs and has a leader
 */
public record MemberReport(
    String member,
    Answer answer,
    String detail,
    Optional<PluginStatus> status,
    Optional<PluginGroup> group,
    long appliedBefore,
    long clockAheadMillis,
    long roundTripMillis,
    List<ConfigurationProbe.Failure> configuration) {

  /** Copies the list. */
  public MemberReport {
    configuration = List.copyOf(configuration);
  }

  /** Whether a member told anything. */
  public enum Answer {
    /** It did. */
    ANSWERED,
    /** Nothing answers there. */
    UNREACHABLE,
    /** It refuses the login or the question. */
    REFUSED,
    /** It has no plugin. */
    NO_PLUGIN
  }

  /** A member that told nothing. */
  static MemberReport silent(String member, Answer answer, String detail) {
    return new MemberReport(
        member, answer, detail, Optional.empty(), Optional.empty(), -1, 0, 0, List.of());
  }

  boolean answered() {
    return answer == Answer.ANSWERED;
  }

  boolean isRunning() {
    return status
        .filter(it -> it.state().equals("ACTIVE") || it.state().equals("SUSPENDED"))
        .isPresent();
  }

  boolean isSuspended() {
    return status.filter(PluginStatus::suspended).isPresent();
  }

  boolean isDisabled() {
    return status.filter(it -> it.state().equals("DISABLED")).isPresent();
  }

  /** Whether its group cannot have a leader before further members have the plugin. */
  boolean isWaiting() {
    return status.filter(it -> it.state().equals("WAITING_FOR_MEMBERS")).isPresent();
  }

  long applied() {
    return group.map(PluginGroup::applied).orElse(0L);
  }
}
