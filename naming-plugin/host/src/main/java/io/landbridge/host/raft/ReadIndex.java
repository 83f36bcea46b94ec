package io.landbridge.host.raft;

import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.closure.ReadIndexClosure;
import java.util.function.Consumer;

/**
 * The end of a read by index: the node has applied what was committed when it was asked, or the
 * read failed.
 *
 * <p>It has no time limit of JRaft's, for which there would be a timer that wakes a thread a
 * thousand times a second, from the first read until the server ends.
 */
final class ReadIndex extends ReadIndexClosure {

  private static final long NO_TIMEOUT = -1;

  private final Consumer<Status> listener;

  /** Makes one; the listener is called once, on a thread of JRaft's, and must not wait. */
  ReadIndex(Consumer<Status> listener) {
    super(NO_TIMEOUT);
    this.listener = listener;
  }

  @Override
  public void run(Status status, long index, byte[] context) {
    listener.accept(status);
  }
}
