package io.landbridge.host.raft;

import com.alibaba.nacos.consistency.cp.RequestProcessor4CP;
import com.alibaba.nacos.consistency.entity.ReadRequest;
import com.alibaba.nacos.consistency.entity.Response;
import com.alibaba.nacos.consistency.entity.WriteRequest;
import com.alibaba.nacos.consistency.snapshot.Reader;
import com.alibaba.nacos.consistency.snapshot.SnapshotOperation;
import com.alibaba.nacos.consistency.snapshot.Writer;
import com.google.protobuf.ByteString;
import io.landbridge.raft.ReplicatedStateMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugin's own Raft group, as the server's CP protocol drives it.
 *
 * <p>An exception out of {@link #onApply} would make the server give the group up on this member
 * for good, so nothing gets out. A machine that failed is not called again, and writes no snapshot:
 * the snapshot would replace the entries from which a restart can still recover.
 */
public final class CatalogGroup extends RequestProcessor4CP {

  /** Also the name of the directory below {@code data/protocol/raft}. */
  static final String NAME = "landbridge_catalog";

  private static final Logger LOG = LoggerFactory.getLogger(CatalogGroup.class);

  /** Below the snapshot's directory, so that our files never meet one of the server's. */
  private static final String SNAPSHOT_DIRECTORY = "catalog";

  private final ReplicatedStateMachine machine;
  private final Runnable applied;
  // The server asks for this list twice and expects the same operations.
  private final List<SnapshotOperation> operations = List.of(new Snapshots());
  private volatile String failure = "";

  /**
   * Makes the group.
   *
   * @param machine what is driven
   * @param applied called after each entry, on the thread that applies; must not wait
   */
  CatalogGroup(ReplicatedStateMachine machine, Runnable applied) {
    this.machine = machine;
    this.applied = applied;
  }

  @Override
  public String group() {
    return NAME;
  }

  @Override
  public synchronized Response onApply(WriteRequest log) {
    if (isFailed()) {
      return failed();
    }
    try {
      byte[] result = machine.apply(log.getData().toByteArray());
      applied.run();
      return Response.newBuilder().setSuccess(true).setData(ByteString.copyFrom(result)).build();
    } catch (Throwable e) {
      fail("an entry could not be applied: " + e, e);
      return failed();
    }
  }

  /** The catalog is read locally, and how far the log is, is asked of the node itself. */
  @Override
  public Response onRequest(ReadRequest request) {
    return Response.newBuilder()
        .setSuccess(false)
        .setErrMsg("reads through the log are not supported")
        .build();
  }

  @Override
  public void onError(Throwable error) {
    fail("the server's Raft implementation stopped the group: " + error, error);
  }

  @Override
  public List<SnapshotOperation> loadSnapshotOperate() {
    return operations;
  }

  /**
   * How many entries this member has applied.
   *
   * @throws IOException if the machine has failed
   */
  long applied() throws IOException {
    return machine.applied();
  }

  /** Whether this member stopped following the group. */
  boolean isFailed() {
    return !failure.isEmpty();
  }

  /**
   * Takes the group out of service on this member; what the server still calls does nothing. Waits
   * for a call under way, because the machine's store is closed next.
   */
  synchronized void close() {
    if (!isFailed()) {
      failure = "the plugin was stopped";
    }
  }

  private void fail(String message, Throwable cause) {
    if (!isFailed()) {
      failure = message;
      LOG.error(
          "Landbridge's catalog has stopped on this member until the server is restarted: {}",
          message,
          cause);
      machine.stopped(message, cause);
    }
  }

  private Response failed() {
    return Response.newBuilder().setSuccess(false).setErrMsg(failure).build();
  }

  private final class Snapshots implements SnapshotOperation {

    @Override
    public void onSnapshotSave(Writer writer, BiConsumer<Boolean, Throwable> callFinally) {
      // Synchronously: this is the thread that applies, so the state cannot change meanwhile.
      Throwable problem = null;
      try {
        save(writer);
      } catch (Throwable e) {
        LOG.error("Landbridge could not save a snapshot; the log keeps its entries", e);
        problem = e;
      }
      callFinally.accept(problem == null, problem);
    }

    @Override
    public boolean onSnapshotLoad(Reader reader) {
      return load(Path.of(reader.getPath(), SNAPSHOT_DIRECTORY));
    }
  }

  private synchronized void save(Writer writer) throws IOException {
    if (isFailed()) {
      throw new IOException(failure);
    }
    Path directory = Path.of(writer.getPath(), SNAPSHOT_DIRECTORY);
    Files.createDirectories(directory);
    for (String file : machine.save(directory)) {
      writer.addFile(SNAPSHOT_DIRECTORY + "/" + file);
    }
  }

  private synchronized boolean load(Path directory) {
    if (isFailed()) {
      return false;
    }
    try {
      machine.load(directory);
      return true;
    } catch (Throwable e) {
      fail("a snapshot could not be loaded: " + e, e);
      return false;
    }
  }
}
