package io.landbridge.migrate.bridge;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** What has to be so before a bridge is begun. Changes nothing in either cluster. */
public final class BridgeCheck {

  private final BridgeGround ground;
  private final Consumer<String> progress;
  private final CheckOutcomes outcomes = new CheckOutcomes();

  /**
   * Creates a BridgeCheck.
   *
   * @param ground the two clusters
   * @param progress gets a line of text per step
   */
  public BridgeCheck(BridgeGround ground, Consumer<String> progress) {
    this.ground = ground;
    this.progress = progress;
  }

  /** What is looked at. Part of the interface for scripts: never renamed. */
  public enum Check {
    /** The servers of this cluster are of 2.x or 3.x. */
    SERVERS,
    /** Every server of this cluster has the plugin, and it runs. */
    PLUGIN,
    /** The servers of the legacy cluster are of 1.x and can be reached. */
    LEGACY_SERVERS,
    /** No server is in both member lists, and no newer one in that of the legacy cluster. */
    MEMBER_LISTS,
    /** The user may read and write in the legacy cluster. */
    LEGACY_ACCESS,
    /** Whether this cluster would take the registrations of the legacy one from their clients. */
    REGISTRATIONS,
    /** Whether another cluster is bridged to the same legacy one. */
    OTHER_BRIDGES,
    /** The clocks agree. */
    CLOCKS,
    /** How much there is to carry. */
    CAPACITY,
    /** What has a namespace there has one here. */
    NAMESPACES,
    /** The configurations are here as well. */
    CONFIGURATION
  }

  /** How it is. */
  public enum Result {
    /** As it should be. */
    OK,
    /** Somebody should look at it. */
    WARNING,
    /** The bridge would not work, or do harm. */
    OBSTACLE
  }

  /**
   * What was found.
   *
   * @param check where
   * @param result how it is
   * @param what what was seen
   * @param advice what to do; empty when nothing
   */
  public record Outcome(Check check, Result result, String what, String advice) {

    /** Whether the bridge must not be begun. */
    public boolean isObstacle() {
      return result == Result.OBSTACLE;
    }
  }

  /**
   * Looks at everything.
   *
   * @throws RegistryException only if it is interrupted; whatever else fails is an outcome
   */
  public List<Outcome> run() throws RegistryException {
    Set<String> ours = new HashSet<>();
    ServerChecks servers = new ServerChecks(ground, outcomes);
    ContentChecks contents = new ContentChecks(ground, outcomes, new LegacyContents(ground));
    for (ServerAddress server : ground.servers()) {
      step(Check.SERVERS, () -> servers.server(server));
      step(Check.PLUGIN, () -> servers.plugin(server, ours));
    }
    for (ServerAddress server : ground.legacyServers()) {
      step(
          Check.LEGACY_SERVERS,
          () -> outcomes.ok(Check.LEGACY_SERVERS, servers.legacyVersion(server)));
    }
    step(Check.MEMBER_LISTS, () -> servers.memberLists(ours));
    step(Check.LEGACY_ACCESS, servers::access);
    step(Check.REGISTRATIONS, contents::registrations);
    step(Check.OTHER_BRIDGES, contents::otherBridges);
    step(Check.CLOCKS, servers::clocks);
    step(Check.CAPACITY, contents::capacity);
    step(Check.NAMESPACES, contents::namespaces);
    step(Check.CONFIGURATION, contents::configurations);
    return outcomes.all();
  }

  private interface Step {
    void look() throws RegistryException;
  }

  private void step(Check check, Step step) throws RegistryException {
    progress.accept("looks at " + check);
    try {
      step.look();
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      outcomes.obstacle(check, e.what() + " at " + e.where(), advice(e));
    }
  }

  /** Whom to log in as is told by other options there. */
  private String advice(RegistryException failure) {
    boolean there =
        ground.legacyServers().stream()
            .anyMatch(each -> failure.where().startsWith(each.toString()));
    return there && failure.kind() == Kind.UNAUTHORISED
        ? "pass a user with read and write access to the legacy cluster with --legacy-username and"
            + " --legacy-password-file"
        : failure.advice();
  }
}
