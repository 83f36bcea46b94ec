package io.landbridge.observe;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Result;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ProposalException;
import io.landbridge.state.ClaimListener;
import io.landbridge.state.ClaimedInstances;
import io.landbridge.state.MemoryState;
import io.landbridge.state.OwnedInstance;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A catalog in memory that answers when it is told to. */
final class MemoryCatalog implements Catalog, ClaimedInstances {

  private final MemoryState state = new MemoryState();
  private final List<Command> proposed = new ArrayList<>();
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final List<ClaimListener> listeners = new ArrayList<>();
  private boolean leader = true;
  private boolean slow;
  private boolean broken;

  /** The most services that a document may have; whatever has more fits into no entry. */
  private int mostServices = Integer.MAX_VALUE;

  void setMostServices(int most) {
    mostServices = most;
  }

  /** Whether there is a leader; without one every proposal fails at once. */
  void setLeader(boolean present) {
    leader = present;
  }

  /** Whether a proposal throws instead of failing. */
  void setBroken(boolean value) {
    broken = value;
  }

  /** Whether answers wait for {@link #answer}. */
  void setSlow(boolean value) {
    slow = value;
    while (!value && !waiting.isEmpty()) {
      answer();
    }
  }

  /** Applies and answers the oldest proposal that waits. */
  void answer() {
    waiting.remove().run();
  }

  /** The same for the newest, as a log may that promises no order. */
  void answerNewest() {
    waiting.removeLast().run();
  }

  int waiting() {
    return waiting.size();
  }

  List<Command> proposed() {
    return proposed;
  }

  List<ClaimInstances> claims() {
    return proposed.stream().map(ClaimInstances.class::cast).toList();
  }

  MemoryState state() {
    return state;
  }

  @Override
  public CompletableFuture<Result> propose(Command command) {
    if (broken) {
      throw new IllegalStateException("broken");
    }
    if (!leader) {
      return CompletableFuture.failedFuture(
          new ProposalException(ProposalException.Kind.NO_LEADER, "no leader"));
    }
    Set<InstanceKey> misfits = misfits(command);
    if (!misfits.isEmpty()) {
      return CompletableFuture.failedFuture(
          new ProposalException(ProposalException.Kind.REFUSED, "too large", misfits));
    }
    proposed.add(command);
    CompletableFuture<Result> answer = new CompletableFuture<>();
    waiting.add(() -> answer.complete(applied(command)));
    if (!slow) {
      answer();
    }
    return answer;
  }

  private Set<InstanceKey> misfits(Command command) {
    return command instanceof ClaimInstances claim
        ? claim.puts().stream()
            .filter(
                put -> {
                  MetadataDocument document = claim.documents().get(put.revision());
                  return document != null && document.services().size() > mostServices;
                })
            .map(put -> put.key())
            .collect(Collectors.toSet())
        : Set.of();
  }

  private Result applied(Command command) {
    Map<InstanceKey, OwnedInstance> before = Map.copyOf(state.instances);
    Result result = state.apply(command);
    Stream.concat(before.keySet().stream(), Set.copyOf(state.instances.keySet()).stream())
        .distinct()
        .filter(key -> !Objects.equals(before.get(key), state.instances.get(key)))
        .forEach(
            key ->
                listeners.forEach(
                    each -> each.changed(key, state.instance(key).map(OwnedInstance::owner))));
    return result;
  }

  @Override
  public void onClaim(ClaimListener listener) {
    listeners.add(listener);
  }

  @Override
  public Optional<OwnedInstance> instance(InstanceKey key) {
    return state.instance(key);
  }

  @Override
  public List<OwnedInstance> ownedBy(MemberId member, Optional<InstanceKey> after, int limit) {
    return state.instances.values().stream()
        .filter(each -> each.owner().equals(member))
        .filter(each -> after.isEmpty() || each.instance().key().compareTo(after.get()) > 0)
        .limit(limit)
        .toList();
  }

  @Override
  public SortedMap<MemberId, Long> epochs() {
    return new TreeMap<>(state.epochs);
  }

  @Override
  public Optional<MetadataDocument> document(MetadataRevision revision) {
    return Optional.ofNullable(state.documents.get(revision));
  }

  @Override
  public boolean hasDocument(MetadataRevision revision) {
    return state.references(revision) > 0;
  }
}
