package io.landbridge.compat.history;

/**
 * Something that must not be.
 *
 * @param rule which rule is broken
 * @param detail by what
 */
public record Violation(Rule rule, String detail) {

  /** What must hold. */
  public enum Rule {
    /** Members that applied the same number of entries have the same content. */
    SAME_COUNT_SAME_DIGEST,
    /** Within one run of a member its count never falls. */
    COUNT_NEVER_FALLS,
    /** Once it is quiet, all members are at the same entry. */
    MEMBERS_AGREE,
    /**
     * What a server has acknowledged it lists itself, at interface level; no work of the plugin.
     */
    ACKNOWLEDGED_IS_LISTED,
    /** What a server has acknowledged as taken back it does not list itself; likewise. */
    TAKEN_BACK_IS_NOT_LISTED,
    /** Whoever is registered and alive is in every member's catalog. */
    LIVE_IS_KNOWN,
    /** Whoever is gone is in no member's catalog. */
    DEAD_IS_GONE,
    /** The last acknowledged switch of an application holds. */
    SWITCH_HOLDS,
    /** Consumers are told of exactly the live instances of what is switched on. */
    VIEW_IS_TRUE,
    /** Consumers can read every document and mapping of what is switched on. */
    DOCUMENTS_ARE_THERE
  }

  @Override
  public String toString() {
    return rule + ": " + detail;
  }
}
