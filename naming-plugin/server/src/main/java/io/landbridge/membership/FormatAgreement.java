package io.landbridge.membership;

import io.landbridge.model.MemberId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether all members read entries of the log that have an audience. Pure.
 *
 * @param problems why not all do, one line for each member
 */
public record FormatAgreement(List<String> problems) {

  /** The newest format of entries that this version of the plugin reads. */
  public static final int NEWEST = 3;

  /** Copies the list. */
  public FormatAgreement {
    problems = List.copyOf(problems);
  }

  /**
   * How it is.
   *
   * @param view of the asked member
   */
  public static FormatAgreement of(GroupView view) {
    Set<MemberId> all = new TreeSet<>(view.members().keySet());
    all.addAll(view.peers());
    return new FormatAgreement(
        all.stream()
            .filter(member -> !member.equals(view.self()))
            .filter(member -> format(view, member) < NEWEST)
            .map(
                member ->
                    ("member %s cannot show an application to some consumers first: install this"
                            + " version of the plugin on it, and restart it")
                        .formatted(member))
            .toList());
  }

  private static int format(GroupView view, MemberId member) {
    GroupView.Listed listed = view.members().get(member);
    return listed == null ? 1 : listed.format();
  }
}
