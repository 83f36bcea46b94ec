package io.landbridge.bench;

import io.landbridge.raft.ReplicatedLog;
import io.landbridge.raft.ReplicatedStateMachine;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A group of one that applies at once and keeps nothing: the log is not what is measured. */
final class InstantLog implements ReplicatedLog {

  private @Nullable ReplicatedStateMachine machine;
  private long entries;

  @Override
  public synchronized void join(ReplicatedStateMachine joining) {
    machine = joining;
  }

  @Override
  public synchronized CompletableFuture<byte[]> propose(byte[] entry) {
    entries++;
    return CompletableFuture.completedFuture(machine().apply(entry));
  }

  @Override
  public synchronized CompletableFuture<Long> readBarrier() {
    return CompletableFuture.completedFuture(entries);
  }

  synchronized ReplicatedStateMachine machine() {
    if (machine == null) {
      throw new IllegalStateException("nobody has joined yet");
    }
    return machine;
  }

  @Override
  public boolean isLeader() {
    return true;
  }

  @Override
  public boolean isReady() {
    return true;
  }
}
