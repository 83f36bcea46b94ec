package io.landbridge.raft;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A group of members without a network: an entry is applied by all of them, one member after the
 * other, before its proposal completes. The first member leads until another one does.
 */
public final class MemoryLog {

  private final List<Member> members = new ArrayList<>();
  private final List<byte[]> entries = new ArrayList<>();
  private boolean quorum = true;
  private int leader;

  /** Makes a group. */
  public MemoryLog(int size) {
    for (int i = 0; i < size; i++) {
      members.add(new Member());
    }
  }

  /** The log as one member sees it; 0 is the leader at first. */
  public ReplicatedLog member(int index) {
    return members.get(index);
  }

  /** The entries so far. */
  public synchronized List<byte[]> entries() {
    return List.copyOf(entries);
  }

  /** Takes the quorum away, or gives it back. */
  public synchronized void setQuorum(boolean present) {
    quorum = present;
  }

  /** Lets another member lead. */
  public synchronized void lead(int index) {
    leader = index;
  }

  /** Lets a member, not the leader, fall behind: it is given no entries any more. */
  public synchronized void lag(int index) {
    members.get(index).behind = new ArrayList<>();
  }

  /** Gives a member what it has missed, and everything from now on. */
  public synchronized void catchUp(int index) {
    Member member = members.get(index);
    List<byte[]> missed = Objects.requireNonNull(member.behind);
    member.behind = null;
    missed.forEach(member::apply);
  }

  private synchronized CompletableFuture<byte[]> append(byte[] entry) {
    if (entry.length > ReplicatedLog.MAX_ENTRY_BYTES) {
      return CompletableFuture.failedFuture(
          new ProposalException(ProposalException.Kind.REFUSED, entry.length + " bytes"));
    }
    if (!quorum) {
      return CompletableFuture.failedFuture(
          new ProposalException(ProposalException.Kind.NO_LEADER, "no quorum"));
    }
    entries.add(entry);
    for (int i = members.size() - 1; i >= 0; i--) {
      if (i != leader) {
        members.get(i).apply(entry);
      }
    }
    // The leader comes last, so that its answer means that all have applied.
    return CompletableFuture.completedFuture(members.get(leader).apply(entry));
  }

  private final class Member implements ReplicatedLog {

    @Override
    public void abdicate() {
      synchronized (MemoryLog.this) {
        if (isLeader()) {
          leader = (leader + 1) % members.size();
        }
      }
    }

    private @Nullable ReplicatedStateMachine machine;

    /** What it has not been given; null while it is up to date. */
    private @Nullable List<byte[]> behind;

    private byte[] apply(byte[] entry) {
      if (behind != null) {
        behind.add(entry);
        return new byte[0];
      }
      return machine == null ? new byte[0] : machine.apply(entry.clone());
    }

    @Override
    public void join(ReplicatedStateMachine joining) {
      synchronized (MemoryLog.this) {
        entries.forEach(entry -> joining.apply(entry.clone()));
        machine = joining;
      }
    }

    @Override
    public CompletableFuture<byte[]> propose(byte[] entry) {
      return append(entry);
    }

    @Override
    public CompletableFuture<Long> readBarrier() {
      synchronized (MemoryLog.this) {
        ReplicatedStateMachine leading = members.get(leader).machine;
        if (!quorum || leading == null) {
          return CompletableFuture.failedFuture(
              new ProposalException(ProposalException.Kind.NO_LEADER, "no quorum"));
        }
        try {
          return CompletableFuture.completedFuture(leading.applied());
        } catch (IOException e) {
          return CompletableFuture.failedFuture(e);
        }
      }
    }

    @Override
    public boolean isLeader() {
      synchronized (MemoryLog.this) {
        return this == members.get(leader);
      }
    }

    @Override
    public boolean isReady() {
      synchronized (MemoryLog.this) {
        return quorum;
      }
    }
  }
}
