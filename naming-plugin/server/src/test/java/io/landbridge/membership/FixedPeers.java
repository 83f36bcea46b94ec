package io.landbridge.membership;

import io.landbridge.model.MemberId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * A group with peers that stay as they are.
 *
 * @param self the member
 * @param peers all of them
 * @param up those that the server believes to be up
 */
public record FixedPeers(MemberId self, Set<MemberId> peers, Set<MemberId> up) implements Group {

  @Override
  public GroupView view() {
    SortedMap<MemberId, GroupView.Listed> members = new TreeMap<>();
    peers.forEach(
        each -> members.put(each, new GroupView.Listed(up.contains(each), Optional.empty())));
    return new GroupView(
        self,
        Optional.empty(),
        OptionalLong.empty(),
        new TreeSet<>(peers),
        new TreeSet<>(),
        members,
        OptionalLong.empty());
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
