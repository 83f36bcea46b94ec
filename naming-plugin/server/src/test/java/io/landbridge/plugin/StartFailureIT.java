package io.landbridge.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.model.MemberId;
import io.landbridge.raft.ProposalException;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.raft.ReplicatedStateMachine;
import io.landbridge.store.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A group that cannot start because its snapshot cannot be loaded. */
class StartFailureIT {

  @TempDir Path directory;

  @Test
  void theReasonIsOfTheSnapshotAndNothingIsLeftOpen() throws IOException {
    MemberId self = new MemberId("192.0.2.1:8848");
    Path snapshot = Files.createDirectory(directory.resolve("snapshot"));
    Path data = directory.resolve("member");
    MemoryHost host =
        new MemoryHost(
            self, data, new StubbornLog(snapshot), new MemoryConfigCentre(), Set.of(self));

    assertThatThrownBy(() -> LandbridgePlugin.start(host, PluginConfig.DEFAULT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("this member cannot read the snapshot of the catalog")
        .hasMessageContaining(snapshot.toString());

    // The store is free for the next start in the same process.
    try (RocksStore store = RocksStore.open(host.dataDirectory().resolve("rocksdb"))) {
      assertThat(store.position().applied()).isZero();
    }
  }

  /** Does what the server's does with a snapshot that is refused: says that something is wrong. */
  private record StubbornLog(Path snapshot) implements ReplicatedLog {

    @Override
    public void join(ReplicatedStateMachine machine) {
      try {
        machine.load(snapshot);
      } catch (IOException e) {
        throw new IllegalStateException("Fail to init node, please see the logs");
      }
    }

    @Override
    public CompletableFuture<byte[]> propose(byte[] entry) {
      return CompletableFuture.failedFuture(
          new ProposalException(ProposalException.Kind.NO_LEADER, "it did not start"));
    }

    @Override
    public CompletableFuture<Long> readBarrier() {
      return CompletableFuture.failedFuture(
          new ProposalException(ProposalException.Kind.NO_LEADER, "it did not start"));
    }

    @Override
    public boolean isLeader() {
      return false;
    }

    @Override
    public boolean isReady() {
      return false;
    }
  }
}
