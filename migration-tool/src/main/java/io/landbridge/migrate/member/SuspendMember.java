package io.landbridge.migrate.member;

import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginStatus;
import io.landbridge.registry.plugin.PluginSuspension;

/**
 * Takes everything derived out of the answers of one member, or lets it be shown again. Asks that
 * member and nobody else, so that it works without a leader. Doing it twice is doing it once.
 */
public final class SuspendMember {

  private static final String SHOWN = "SHOWN";
  private static final String SUSPENDED = "SUSPENDED";

  private final PluginClient plugin;
  private final String member;
  private final PluginStatus before;

  /**
   * Makes the operation.
   *
   * @param plugin asks
   * @param member the member, for people
   * @param before how it is
   */
  public SuspendMember(PluginClient plugin, String member, PluginStatus before) {
    this.plugin = plugin;
    this.member = member;
    this.before = before;
  }

  /**
   * What became of it. Its component names are the JSON {@code suspend} and {@code resume} print.
   *
   * @param member the member
   * @param result what happened
   * @param before {@code SHOWN} or {@code SUSPENDED}; empty when it is not known
   * @param after likewise
   * @param problem problem with the desired state of this member; empty if there is none
   */
  public record MemberOutcome(
      String member, Result result, String before, String after, String problem) {

    /** A member that could not be told. */
    public static MemberOutcome failed(String member, String problem) {
      return new MemberOutcome(member, Result.FAILED, "", "", problem);
    }
  }

  /** Tells what would change, and changes nothing. */
  public MemberOutcome preview(boolean suspended) {
    return new MemberOutcome(
        member,
        before.suspended() == suspended ? Result.UNCHANGED : Result.WOULD_CHANGE,
        name(before.suspended()),
        name(suspended),
        "");
  }

  /**
   * Makes the change.
   *
   * @throws RegistryException if it was interrupted; whatever else goes wrong is the outcome
   */
  public MemberOutcome run(boolean suspended) throws RegistryException {
    try {
      PluginSuspension now = plugin.suspend(before.asked(), suspended);
      return new MemberOutcome(
          member,
          before.suspended() == now.suspended() ? Result.UNCHANGED : Result.CHANGED,
          name(before.suspended()),
          name(now.suspended()),
          now.durable()
              ? ""
              : "the setting could not be saved and will be lost at a restart; check the log of"
                  + " this server and run the command again");
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      return MemberOutcome.failed(member, e.what());
    }
  }

  private static String name(boolean suspended) {
    return suspended ? SUSPENDED : SHOWN;
  }
}
