package io.landbridge.membership;

import io.landbridge.model.MemberId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** A group with peers that stay as they are, and tell of keys that change. */
public final class ToldKeys implements Group {

  private final FixedPeers peers;
  private final SortedMap<MemberId, String> keys = new TreeMap<>();

  /** Makes a group of which nobody has told of a key. */
  public ToldKeys(MemberId self, Set<MemberId> peers) {
    this.peers = new FixedPeers(self, peers, peers);
  }

  /** Has a member tell of a key. */
  public synchronized void told(MemberId member, String key) {
    keys.put(member, key);
  }

  @Override
  public synchronized GroupView view() {
    GroupView view = peers.view();
    SortedMap<MemberId, GroupView.Listed> members = new TreeMap<>();
    view.members()
        .forEach(
            (member, listed) ->
                members.put(
                    member,
                    new GroupView.Listed(
                        listed.up(), listed.announced(), Optional.ofNullable(keys.get(member)))));
    return new GroupView(
        view.self(),
        view.leader(),
        view.term(),
        view.peers(),
        view.alive(),
        members,
        view.snapshotIndex());
  }

  @Override
  public List<ServerGroup> serverGroups() {
    return peers.serverGroups();
  }

  @Override
  public void announce(Optional<String> key) {}

  @Override
  public void pauseElections(boolean paused) {}

  @Override
  public void quiet(boolean quiet) {}

  @Override
  public CompletableFuture<Void> add(MemberId peer) {
    return peers.add(peer);
  }

  @Override
  public CompletableFuture<Void> remove(MemberId peer) {
    return peers.remove(peer);
  }
}
