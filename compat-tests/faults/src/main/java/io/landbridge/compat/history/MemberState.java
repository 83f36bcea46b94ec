package io.landbridge.compat.history;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * All that a member shows, once everything should be quiet.
 *
 * @param member {@code ip:port}
 * @param applied how many entries it has applied
 * @param digest of its catalog
 * @param applications what its catalog has, by name
 */
public record MemberState(
    String member, long applied, String digest, SortedMap<String, Application> applications) {

  /**
   * An application on a member.
   *
   * @param enabled whether it is switched on
   * @param translated whether the member says that everything its consumers need is there
   * @param catalog addresses of its instances in the catalog, {@code ip:port}
   * @param shown addresses that a consumer is told which asks for the application
   * @param missing documents and mappings that consumers need and cannot read, in words
   */
  public record Application(
      boolean enabled,
      boolean translated,
      SortedSet<String> catalog,
      SortedSet<String> shown,
      Set<String> missing) {}

  /** An application nobody knows. */
  public static final Application UNKNOWN =
      new Application(
          false,
          false,
          java.util.Collections.emptySortedSet(),
          java.util.Collections.emptySortedSet(),
          Set.of());

  /** Copies the map. */
  public MemberState {
    applications = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(applications));
  }

  /** One application; {@link #UNKNOWN} if it is not there. */
  public Application application(String name) {
    return applications.getOrDefault(name, UNKNOWN);
  }

  /** What matters of the position, for messages. */
  String position() {
    return member + " at " + applied + " with " + digest;
  }

  /** For tests and messages. */
  static MemberState of(
      String member, long applied, String digest, Map<String, Application> applications) {
    return new MemberState(member, applied, digest, new TreeMap<>(applications));
  }
}
