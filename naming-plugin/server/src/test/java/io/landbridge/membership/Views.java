package io.landbridge.membership;

import io.landbridge.membership.GroupView.Listed;
import io.landbridge.model.MemberId;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a leader named {@code a} sees; members have names of one letter. */
final class Views {

  private Views() {}

  static MemberId id(char name) {
    return new MemberId(String.valueOf(name));
  }

  static SortedSet<MemberId> ids(String names) {
    return names
        .chars()
        .mapToObj(each -> id((char) each))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Everybody up in the list has told the same list. */
  static GroupView leader(String peers, String alive, String list, String up) {
    return view("a", peers, alive, agreed(list, up));
  }

  static SortedMap<MemberId, Listed> agreed(String list, String up) {
    SortedMap<MemberId, Listed> members = new TreeMap<>();
    for (MemberId member : ids(list)) {
      boolean isUp = ids(up).contains(member);
      members.put(member, new Listed(isUp, isUp ? Optional.of(ids(list)) : Optional.empty()));
    }
    return members;
  }

  static GroupView view(
      String leader, String peers, String alive, SortedMap<MemberId, Listed> members) {
    return new GroupView(
        id('a'),
        Stream.of(leader).filter(name -> !name.isEmpty()).map(MemberId::new).findFirst(),
        OptionalLong.of(1),
        ids(peers),
        ids(alive),
        members,
        OptionalLong.empty());
  }
}
