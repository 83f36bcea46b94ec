package io.landbridge.migrate.plan;

import java.util.Objects;

/**
 * What must be so before something of a plan is applied.
 *
 * @param check how that is found out
 * @param what what must be so, for people
 */
public record Precondition(Check check, String what) {

  /** Checks that no part is missing. */
  public Precondition {
    Objects.requireNonNull(check, "check");
    Objects.requireNonNull(what, "what");
  }

  /** What is looked at. All but {@link #BY_HAND} is looked at before each wave. */
  public enum Check {
    /** The plugin of every member of the cluster. */
    PLUGIN_ACTIVE,
    /** The configuration centre, by taking the lock of the cluster there. */
    WRITABLE,
    /** The bridge to a 1.x cluster, where there is one. */
    BRIDGE_AT_REST,
    /** Both models of what the wave before has translated. */
    WAVE_BEFORE_EQUAL,
    /** The MigrationRules of the consumers of the wave. */
    RULES_READABLE,
    /** Whether others than Dubbo's use the service of the application, and {@code --force}. */
    FORCE_GIVEN,
    /** No program can find it out: whoever reviews the plan has to. */
    BY_HAND
  }
}
