package io.landbridge.migrate.member;

import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginStoppedEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Has all members agree to leave out the entry of the log at which they have stopped. None is asked
 * to agree unless every one of them has stopped there: a member that has read the entry holds what
 * the others would never get.
 */
public final class LeaveOutEntry {

  private static final String STOPPED = "STOPPED";
  private static final String LEFT_OUT = "LEFT_OUT";

  private final PluginClient plugin;
  private final List<String> without;

  /**
   * Makes the operation.
   *
   * @param plugin asks
   * @param without members whose agreement is not waited for because they are down
   */
  public LeaveOutEntry(PluginClient plugin, List<String> without) {
    this.plugin = plugin;
    this.without = List.copyOf(without);
  }

  /**
   * A member, as it is before.
   *
   * @param name its address in the member list
   * @param address where to ask it; empty when it did not answer
   * @param stopped where it has stopped; empty while it follows the log, or did not answer
   * @param problem why it did not answer
   */
  public record Member(
      String name,
      Optional<ServerAddress> address,
      Optional<PluginStoppedEntry> stopped,
      String problem) {}

  /**
   * What became of one member. Its component names are the JSON {@code skip-entry} prints.
   *
   * @param member the member
   * @param result what happened
   * @param state {@code STOPPED}, or {@code LEFT_OUT} where the entry is left out from the next
   *     start on; empty when it follows the log, or that is not known
   * @param problem why it has not agreed; empty when it has
   */
  public record MemberOutcome(String member, Result result, String state, String problem) {}

  /**
   * The entry at which the members have stopped, of several the last one: who has stopped before it
   * has not been restarted since that one is left out. Empty when none has stopped.
   */
  public Optional<PluginStoppedEntry> entry(List<Member> members) {
    return members.stream()
        .flatMap(each -> each.stopped().stream())
        .max(Comparator.comparingLong(PluginStoppedEntry::entry));
  }

  /** Tells who would agree, and changes nothing. */
  public List<MemberOutcome> preview(List<Member> members) {
    List<MemberOutcome> outcomes = new ArrayList<>();
    Optional<PluginStoppedEntry> entry = entry(members);
    for (Member each : members) {
      if (each.address().isEmpty() && without.contains(each.name())) {
        continue;
      }
      outcomes.add(
          entry
              .flatMap(it -> objection(each, it))
              .map(problem -> new MemberOutcome(each.name(), Result.FAILED, "", problem))
              .orElseGet(() -> agreeing(each)));
    }
    return outcomes;
  }

  private static MemberOutcome agreeing(Member member) {
    if (member.stopped().isEmpty()) {
      return new MemberOutcome(member.name(), Result.UNCHANGED, "", "");
    }
    boolean done = member.stopped().get().skipped();
    return new MemberOutcome(
        member.name(),
        done ? Result.UNCHANGED : Result.WOULD_CHANGE,
        done ? LEFT_OUT : STOPPED,
        "");
  }

  private static Optional<String> objection(Member member, PluginStoppedEntry entry) {
    if (member.address().isEmpty()) {
      return Optional.of(
          member.problem() + "; start the member, or name it with --without if it stays down");
    } else if (member.stopped().isEmpty()) {
      return entry.skipped()
          ? Optional.empty()
          : Optional.of(
              "this member is running. If it has read the entry, install its plugin version on the"
                  + " other members. If it already skips the entry, restart the other members");
    } else if (!member.stopped().get().isSameAs(entry)) {
      return Optional.of(
          "this member has stopped at entry %d: restart it first"
              .formatted(member.stopped().get().entry()));
    }
    return Optional.empty();
  }

  /**
   * Has them agree, one after the other; nobody unless all can.
   *
   * @throws RegistryException if it was interrupted; whatever else goes wrong is in the outcomes
   */
  public List<MemberOutcome> run(List<Member> members) throws RegistryException {
    List<MemberOutcome> preview = preview(members);
    Optional<PluginStoppedEntry> entry = entry(members);
    if (entry.isEmpty()
        || preview.stream().anyMatch(each -> each.result() == Result.FAILED)
        || preview.stream().noneMatch(each -> each.result() == Result.WOULD_CHANGE)) {
      return preview;
    }
    List<MemberOutcome> outcomes = new ArrayList<>();
    for (Member each : members) {
      if (each.address().isPresent() && each.stopped().isPresent()) {
        outcomes.add(agree(each.name(), each.address().get(), entry.get()));
      }
    }
    return settled(members, outcomes);
  }

  private MemberOutcome agree(String name, ServerAddress address, PluginStoppedEntry entry)
      throws RegistryException {
    try {
      plugin.skipEntry(address, entry, without);
      return new MemberOutcome(name, Result.CHANGED, STOPPED, "");
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      return new MemberOutcome(name, Result.FAILED, STOPPED, e.what());
    }
  }

  /** The last to agree makes it so for those before. */
  private List<MemberOutcome> settled(List<Member> members, List<MemberOutcome> outcomes)
      throws RegistryException {
    List<MemberOutcome> settled = new ArrayList<>();
    for (MemberOutcome outcome : outcomes) {
      Optional<ServerAddress> address =
          members.stream()
              .filter(each -> each.name().equals(outcome.member()))
              .findFirst()
              .flatMap(Member::address);
      boolean leftOut =
          outcome.result() != Result.FAILED
              && address.isPresent()
              && plugin.stoppedEntry(address.get()).filter(PluginStoppedEntry::skipped).isPresent();
      settled.add(
          leftOut ? new MemberOutcome(outcome.member(), outcome.result(), LEFT_OUT, "") : outcome);
    }
    return settled;
  }
}
