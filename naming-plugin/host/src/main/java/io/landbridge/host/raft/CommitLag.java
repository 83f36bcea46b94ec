package io.landbridge.host.raft;

import com.alipay.sofa.jraft.Node;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How many entries a node has still to apply. The first servers of the 2.x line have a Raft
 * implementation that does not tell, hence the lookup by name.
 */
final class CommitLag {

  private static final @Nullable MethodHandle COMMITTED = find("getLastCommittedIndex");
  private static final @Nullable MethodHandle APPLIED = find("getLastAppliedLogIndex");

  private CommitLag() {}

  static OptionalLong of(Node node) {
    if (COMMITTED == null || APPLIED == null) {
      return OptionalLong.empty();
    }
    try {
      // Applied first: between the two more may be applied, never less committed.
      long applied = (long) APPLIED.invoke(node);
      long committed = (long) COMMITTED.invoke(node);
      return OptionalLong.of(Math.max(0, committed - applied));
    } catch (Throwable e) {
      return OptionalLong.empty();
    }
  }

  private static @Nullable MethodHandle find(String name) {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Node.class, name, MethodType.methodType(long.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }
}
