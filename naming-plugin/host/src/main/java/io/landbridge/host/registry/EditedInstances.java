package io.landbridge.host.registry;

import com.alibaba.nacos.naming.core.v2.metadata.InstanceMetadata;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which instances were edited. The server announces most edits, with the service; it says
 * nothing when it drops the edits of an instance it takes for gone, or when it takes all edits from
 * a snapshot. So those services that have edits, which are few, are looked at in turn as well.
 *
 * <p>{@link #suspect} may be called from any thread, {@link #resolve} from one at a time.
 */
final class EditedInstances {

  /** How many services that nobody suspects are looked at in one call. */
  static final int LOOKS = 256;

  private final NamingMetadataManager edits;
  private final Set<Service> suspects = ConcurrentHashMap.newKeySet();
  private final Map<Service, Map<String, Integer>> known = new HashMap<>();
  private final Deque<Service> turns = new ArrayDeque<>();

  EditedInstances(NamingMetadataManager edits) {
    this.edits = edits;
  }

  /** Something in a service may have been edited; each service is kept once. */
  void suspect(Service service) {
    suspects.add(service);
  }

  /**
   * Looks at the services suspected since the last call, and at some of those that have edits.
   *
   * @param changed is given a service and the server's ids of the instances in it that are edited
   *     in another way than they were
   */
  synchronized void resolve(BiConsumer<Service, Set<String>> changed) {
    Set<Service> now = new HashSet<>(suspects);
    suspects.removeAll(now);
    // The server copies the list of services that have edits, not the edits.
    Map<Service, ? extends Map<String, InstanceMetadata>> all = edits.getInstanceMetadataSnapshot();
    if (turns.isEmpty()) {
      turns.addAll(all.keySet());
      known.keySet().stream().filter(each -> !all.containsKey(each)).forEach(turns::add);
    }
    for (int looks = 0; looks < LOOKS && !turns.isEmpty(); looks++) {
      now.add(turns.remove());
    }
    now.forEach(service -> look(service, hashes(all.get(service)), changed));
  }

  private void look(
      Service service, Map<String, Integer> after, BiConsumer<Service, Set<String>> changed) {
    Map<String, Integer> before = known.getOrDefault(service, Map.of());
    if (after.isEmpty()) {
      known.remove(service);
    } else {
      known.put(service, after);
    }
    Set<String> different = new HashSet<>(before.keySet());
    different.addAll(after.keySet());
    different.removeIf(id -> before.containsKey(id) && before.get(id).equals(after.get(id)));
    if (!different.isEmpty()) {
      changed.accept(service, different);
    }
  }

  private static Map<String, Integer> hashes(@Nullable Map<String, InstanceMetadata> edited) {
    if (edited == null) {
      return Map.of();
    }
    Map<String, Integer> hashes = new HashMap<>();
    edited.forEach((id, edit) -> hashes.put(id, hash(edit)));
    return hashes;
  }

  /** The server's class has no hash of its own. */
  static int hash(InstanceMetadata edit) {
    return 31 * (31 * Double.hashCode(edit.getWeight()) + Boolean.hashCode(edit.isEnabled()))
        + String.valueOf(edit.getExtendData()).hashCode();
  }
}
