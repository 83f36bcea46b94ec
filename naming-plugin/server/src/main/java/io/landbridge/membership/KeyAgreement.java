package io.landbridge.membership;

import io.landbridge.model.MemberId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether all members sign entries of the log with the same key. Pure.
 *
 * @param key the id of the key of the asked member's identity; empty when it has none
 * @param problems why not all have it, one line for each member
 */
public record KeyAgreement(Optional<String> key, List<String> problems) {

  /** Copies the list. */
  public KeyAgreement {
    Objects.requireNonNull(key, "key");
    problems = List.copyOf(problems);
  }

  /**
   * How it is.
   *
   * @param view of the asked member
   * @param own the id of the key of its identity
   */
  public static KeyAgreement of(GroupView view, Optional<String> own) {
    if (own.isEmpty()) {
      return new KeyAgreement(
          own,
          List.of(
              "member %s has no server identity: set nacos.core.auth.server.identity.key and"
                      .formatted(view.self())
                  + " nacos.core.auth.server.identity.value on all members, and restart them"));
    }
    Set<MemberId> all = new TreeSet<>(view.members().keySet());
    all.addAll(view.peers());
    return new KeyAgreement(
        own,
        all.stream()
            .filter(member -> !member.equals(view.self()))
            .flatMap(member -> problem(view, member, own.get()).stream())
            .toList());
  }

  private static Optional<String> problem(GroupView view, MemberId member, String own) {
    GroupView.Listed listed = view.members().get(member);
    if (listed == null) {
      return Optional.of(
          "member %s has a vote in the group and is not in the member list".formatted(member));
    }
    if (listed.key().isEmpty()) {
      return Optional.of(
          ("member %s has not told of a key: install this version of the plugin on it, and set the"
                  + " same server identity")
              .formatted(member));
    }
    return listed.key().get().equals(own)
        ? Optional.empty()
        : Optional.of(
            "member %s has key %s, this one has key %s: their server identities differ"
                .formatted(member, listed.key().get(), own));
  }

  /** Whether all have it. */
  public boolean isComplete() {
    return problems.isEmpty();
  }
}
