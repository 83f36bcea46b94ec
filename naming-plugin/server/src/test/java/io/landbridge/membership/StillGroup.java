package io.landbridge.membership;

import io.landbridge.model.MemberId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A group whose peers nobody changes.
 *
 * @param seen how things are now
 */
public record StillGroup(Supplier<GroupView> seen) implements Group {

  /** A group that a member is not a peer of, as there is none behind a log in memory. */
  public static StillGroup outside(MemberId self) {
    return new StillGroup(() -> GroupView.outside(self, Map.of()));
  }

  /**
   * A group with peers that stay as they are.
   *
   * @param self the member
   * @param peers all of them
   * @param up those that the server believes to be up, now
   * @param keys the ids of keys that members have told, now
   */
  public static StillGroup of(
      MemberId self, Set<MemberId> peers, Set<MemberId> up, Map<MemberId, String> keys) {
    return new StillGroup(
        () -> {
          SortedMap<MemberId, GroupView.Listed> members = new TreeMap<>();
          for (MemberId each : peers) {
            Optional<String> key = Optional.ofNullable(keys.get(each));
            members.put(each, new GroupView.Listed(up.contains(each), Optional.empty(), key));
          }
          return new GroupView(
              self,
              Optional.empty(),
              OptionalLong.empty(),
              new TreeSet<>(peers),
              new TreeSet<>(),
              members,
              OptionalLong.empty());
        });
  }

  @Override
  public GroupView view() {
    return seen.get();
  }

  @Override
  public List<ServerGroup> serverGroups() {
    return List.of();
  }

  @Override
  public void announce(Optional<String> key) {}

  @Override
  public void pauseElections(boolean paused) {}

  @Override
  public void quiet(boolean quiet) {}

  @Override
  public CompletableFuture<Void> add(MemberId peer) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException());
  }

  @Override
  public CompletableFuture<Void> remove(MemberId peer) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException());
  }
}
