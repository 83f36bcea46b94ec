package io.landbridge.host.raft;

import com.alibaba.nacos.consistency.cp.CPProtocol;
import com.alibaba.nacos.consistency.entity.Response;
import com.alibaba.nacos.consistency.entity.WriteRequest;
import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.NodeManager;
import com.alipay.sofa.jraft.RouteTable;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.entity.PeerId;
import com.google.protobuf.ByteString;
import io.landbridge.host.logfile.ServerLogs;
import io.landbridge.raft.ProposalException;
import io.landbridge.raft.ProposalException.Kind;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.raft.ReplicatedStateMachine;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The replicated log as a group of the server's CP protocol. A follower's proposal is forwarded to
 * the leader by the server.
 *
 * <p>The server hides why a proposal failed, so a failure after the entry was handed over is always
 * {@link Kind#INDETERMINATE}; whether there is a leader is looked up before.
 */
public final class CpReplicatedLog implements ReplicatedLog, AutoCloseable {

  /** As long as the server itself waits for a write. */
  private static final long TIMEOUT_SECONDS = 10;

  /** As long as the server itself waits for a read. */
  private static final long READ_TIMEOUT_SECONDS = 5;

  private static final long READ_AGAIN_MILLIS = 50;

  private static final int IN_FLIGHT = 256;

  /** Where the server logs each entry it applies. */
  private static final String SERVER_LOG = "com.alibaba.nacos.core.protocol.raft";

  private final CPProtocol<?, CatalogGroup> protocol;
  private final Semaphore slots = new Semaphore(IN_FLIGHT);
  // One thread keeps the order of proposals of this member; handing over does not wait for the
  // outcome. Outcomes are delivered by the other, so that no listener holds up a thread of Raft.
  private final ExecutorService proposer = Executors.newSingleThreadExecutor(named("proposer"));
  private final ExecutorService outcomes = Executors.newSingleThreadExecutor(named("outcomes"));
  private final CommitNotice notice = new CommitNotice(this::node);
  private volatile @Nullable CatalogGroup group;

  public CpReplicatedLog(CPProtocol<?, CatalogGroup> protocol) {
    this.protocol = protocol;
  }

  @Override
  public void join(ReplicatedStateMachine machine) {
    CatalogGroup joining = new CatalogGroup(machine, notice::applied);
    group = joining;
    // The 3.x servers come with that logger at debug, and would write every entry out as text.
    ServerLogs.keepOut(
        SERVER_LOG,
        said -> said instanceof WriteRequest entry && CatalogGroup.NAME.equals(entry.getGroup()));
    protocol.addRequestProcessors(List.of(joining));
  }

  @Override
  public CompletableFuture<byte[]> propose(byte[] entry) {
    if (entry.length > MAX_ENTRY_BYTES) {
      return failed(
          Kind.REFUSED,
          "an entry of %d bytes is larger than the %d allowed"
              .formatted(entry.length, MAX_ENTRY_BYTES));
    }
    if (!isReady()) {
      return CompletableFuture.failedFuture(noLeader());
    }
    if (!slots.tryAcquire()) {
      return failed(Kind.NO_LEADER, IN_FLIGHT + " proposals are already pending");
    }
    CompletableFuture<byte[]> outcome = new CompletableFuture<>();
    try {
      proposer.execute(() -> handOver(entry, outcome));
    } catch (RejectedExecutionException e) {
      slots.release();
      return failed(Kind.NO_LEADER, "the plugin is stopping");
    }
    return outcome;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Asks the node and not the server, whose reads have JRaft start a timer that wakes a thread a
   * thousand times a second for good.
   */
  @Override
  public CompletableFuture<Long> readBarrier() {
    CompletableFuture<Long> outcome = new CompletableFuture<>();
    read(outcome, System.nanoTime() + TimeUnit.SECONDS.toNanos(READ_TIMEOUT_SECONDS));
    return outcome;
  }

  private void read(CompletableFuture<Long> outcome, long deadline) {
    CatalogGroup joined = group;
    Optional<Node> node = node().filter(each -> leader().isPresent());
    if (joined == null || node.isEmpty()) {
      outcome.completeExceptionally(noLeader());
      return;
    }
    CompletableFuture<Status> answer = new CompletableFuture<>();
    try {
      node.get().readIndex(new byte[0], new ReadIndex(answer::complete));
    } catch (RuntimeException | LinkageError e) {
      answer.completeExceptionally(e);
    }
    answer
        .orTimeout(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
        .whenComplete(
            (status, problem) ->
                deliver(
                    () -> {
                      if (status != null && status.isOk()) {
                        complete(outcome, joined);
                      } else {
                        readAgain(outcome, deadline, problem == null ? status : problem);
                      }
                    }));
  }

  /** Who has become leader a moment ago does not answer yet. */
  private void readAgain(CompletableFuture<Long> outcome, long deadline, @Nullable Object why) {
    long pause = TimeUnit.MILLISECONDS.toNanos(READ_AGAIN_MILLIS);
    if (System.nanoTime() + pause < deadline) {
      CompletableFuture.delayedExecutor(pause, TimeUnit.NANOSECONDS)
          .execute(() -> read(outcome, deadline));
    } else {
      outcome.completeExceptionally(
          new ProposalException(Kind.INDETERMINATE, "the Raft group did not answer: " + why));
    }
  }

  /** This member has applied by now what was committed when it was asked. */
  private static void complete(CompletableFuture<Long> outcome, CatalogGroup group) {
    try {
      outcome.complete(group.applied());
    } catch (IOException | RuntimeException e) {
      outcome.completeExceptionally(
          new ProposalException(Kind.INDETERMINATE, String.valueOf(e.getMessage())));
    }
  }

  @Override
  public OptionalLong committedNotApplied() {
    return node().map(CommitLag::of).orElseGet(OptionalLong::empty);
  }

  @Override
  public void abdicate() {
    node().filter(Node::isLeader).ifPresent(node -> node.transferLeadershipTo(PeerId.ANY_PEER));
  }

  @Override
  public boolean isLeader() {
    return node().map(Node::isLeader).orElse(false);
  }

  @Override
  public boolean isReady() {
    return leader().isPresent();
  }

  /** Stops proposing and following. The server has no way to leave a group before it ends. */
  @Override
  public void close() {
    CatalogGroup joined = group;
    if (joined != null) {
      joined.close();
    }
    notice.close();
    proposer.shutdownNow();
    outcomes.shutdown();
  }

  private void handOver(byte[] entry, CompletableFuture<byte[]> outcome) {
    CompletableFuture<Response> response;
    try {
      leader().ifPresent(CpReplicatedLog::tellRoutes);
      response =
          protocol.writeAsync(
              WriteRequest.newBuilder()
                  .setGroup(CatalogGroup.NAME)
                  .setData(ByteString.copyFrom(entry))
                  .build());
    } catch (RuntimeException | Error e) {
      // Its slot is given back whatever happened.
      response = CompletableFuture.failedFuture(e);
    }
    // The timeout is on a copy: the server completes its own future on threads of Raft.
    response
        .copy()
        .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .whenComplete(
            (answer, problem) -> {
              slots.release();
              deliver(() -> complete(outcome, answer, problem));
            });
  }

  private void deliver(Runnable outcome) {
    try {
      outcomes.execute(outcome);
    } catch (RejectedExecutionException e) {
      outcome.run();
    }
  }

  private static void complete(
      CompletableFuture<byte[]> outcome, @Nullable Response answer, @Nullable Throwable problem) {
    if (problem != null) {
      outcome.completeExceptionally(
          new ProposalException(Kind.INDETERMINATE, "the Raft group did not answer: " + problem));
    } else if (answer == null || !answer.getSuccess()) {
      outcome.completeExceptionally(
          new ProposalException(
              Kind.INDETERMINATE,
              "the leader could not apply the entry: "
                  + (answer == null ? "no answer" : answer.getErrMsg())));
    } else {
      outcome.complete(answer.getData().toByteArray());
    }
  }

  private static ProposalException noLeader() {
    return new ProposalException(
        Kind.NO_LEADER, "the group " + CatalogGroup.NAME + " has no leader");
  }

  /**
   * After an election the server goes on forwarding to the old leader until it refreshes its
   * routes, up to ten seconds later; the node itself knows better.
   */
  private static void tellRoutes(PeerId leader) {
    RouteTable routes = RouteTable.getInstance();
    if (!leader.equals(routes.selectLeader(CatalogGroup.NAME))) {
      routes.updateLeader(CatalogGroup.NAME, leader);
    }
  }

  private Optional<PeerId> leader() {
    return node().map(Node::getLeaderId).filter(each -> !each.isEmpty());
  }

  private Optional<Node> node() {
    CatalogGroup joined = group;
    if (joined == null || joined.isFailed()) {
      return Optional.empty();
    }
    // Null, not empty, until the server has made the group.
    @Nullable List<Node> nodes = NodeManager.getInstance().getNodesByGroupId(CatalogGroup.NAME);
    return nodes == null ? Optional.empty() : nodes.stream().findFirst();
  }

  private static CompletableFuture<byte[]> failed(Kind kind, String message) {
    return CompletableFuture.failedFuture(new ProposalException(kind, message));
  }

  /** Makes daemon threads that are called {@code landbridge-} and the name. */
  static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, "landbridge-" + name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
