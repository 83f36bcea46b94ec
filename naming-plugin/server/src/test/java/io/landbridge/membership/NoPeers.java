package io.landbridge.membership;

import io.landbridge.model.MemberId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A group that a member is not a peer of, as there is none behind a log in memory.
 *
 * @param self the member
 */
public record NoPeers(MemberId self) implements Group {

  @Override
  public GroupView view() {
    return GroupView.outside(self, Map.of());
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
