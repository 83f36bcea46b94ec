package io.landbridge.host.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.RaftGroupService;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.core.StateMachineAdapter;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.option.NodeOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three members of a real group in one process, whose leader is silent for a minute. */
class CommitNoticeIT {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Heartbeats come ten times as often: once a minute. */
  private static final int ELECTION_MILLIS = 600_000;

  private static final int ENTRIES = 5;

  @TempDir Path directory;

  private final List<Participant> participants = new ArrayList<>();

  @AfterEach
  void stop() {
    participants.forEach(Participant::stop);
  }

  @Test
  void followersApplyWhatIsCommittedBeforeTheNextHeartbeat() throws IOException {
    List<PeerId> peers = peers();
    // Alone it is the leader at once, for elections take as long as the silence.
    participants.add(new Participant(peers.get(0), peers.subList(0, 1), directory.resolve("0")));
    Node leader = participants.get(0).node;
    await().atMost(LIMIT).until(leader::isLeader);
    for (int i = 1; i < peers.size(); i++) {
      participants.add(new Participant(peers.get(i), List.of(), directory.resolve("" + i)));
      CompletableFuture<Status> added = new CompletableFuture<>();
      leader.addPeer(peers.get(i), added::complete);
      assertThat(added.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join().isOk()).isTrue();
    }

    for (int i = 1; i <= ENTRIES; i++) {
      int expected = i;
      leader.apply(new Task(ByteBuffer.wrap(new byte[] {1}), status -> {}));
      await()
          .atMost(LIMIT)
          .untilAsserted(
              () ->
                  assertThat(participants)
                      .allSatisfy(each -> assertThat(each.applied).hasValue(expected)));
    }

    assertThat(Thread.getAllStackTraces().keySet())
        .as("no timer runs because of it")
        .noneMatch(each -> each.getName().startsWith("read-index.timeout"));
  }

  private static List<PeerId> peers() throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        held.add(new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1")));
      }
      return held.stream().map(each -> new PeerId("127.0.0.1", each.getLocalPort())).toList();
    } finally {
      for (ServerSocket each : held) {
        each.close();
      }
    }
  }

  /** A member of the group that counts what it applies. */
  private static final class Participant extends StateMachineAdapter {

    private final AtomicInteger applied = new AtomicInteger();
    private final RaftGroupService service;
    private final Node node;
    private final CommitNotice notice;

    Participant(PeerId self, List<PeerId> peers, Path directory) throws IOException {
      Files.createDirectories(directory);
      NodeOptions options = new NodeOptions();
      options.setElectionTimeoutMs(ELECTION_MILLIS);
      options.setInitialConf(new Configuration(peers));
      options.setFsm(this);
      options.setLogUri(directory.resolve("log").toString());
      options.setRaftMetaUri(directory.resolve("meta").toString());
      notice = new CommitNotice(this::node);
      service = new RaftGroupService("notice", self, options);
      node = service.start();
    }

    private Optional<Node> node() {
      return Optional.ofNullable(node);
    }

    @Override
    public void onApply(Iterator entries) {
      while (entries.hasNext()) {
        if (entries.done() != null) {
          entries.done().run(Status.OK());
        }
        applied.incrementAndGet();
        notice.applied();
        entries.next();
      }
    }

    void stop() {
      notice.close();
      service.shutdown();
      try {
        service.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
