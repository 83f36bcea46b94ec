package io.landbridge.view;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.view.derived.Fingerprint;
import io.landbridge.view.derived.SharedMetadata;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.SortedMap;

/**
 * What the answers of an application have in common, kept once: most texts repeat among its
 * instances, a process is in the services of all its interfaces, and what is said of a service on a
 * protocol is the same of all processes. For one thread; it is needed no longer than the answers
 * are built.
 */
final class SharedParts {

  // What a 64-bit virtual machine with compressed references takes, rounded up.
  private static final int TEXT_BYTES = 56;
  private static final int PROCESS_BYTES = 32;
  private static final int COMMON_BYTES = 32;
  private static final int MAP_BYTES = 48;
  private static final int MAP_ENTRY_BYTES = 16;

  private final Map<String, String> texts = new HashMap<>();
  private final Map<SharedProcess, SharedProcess> processes = new HashMap<>();
  private final Map<Map<String, String>, Map<String, String>> maps = new HashMap<>();
  private final IdentityHashMap<SortedMap<String, String>, SharedMetadata> commons =
      new IdentityHashMap<>();
  private long bytes;

  /** A process, without its ports. */
  record SharedProcess(
      String ip,
      String cluster,
      boolean healthy,
      boolean enabled,
      boolean ephemeral,
      Map<String, String> own) {}

  /** About how much heap all of it takes. */
  long bytes() {
    return bytes;
  }

  SharedProcess process(ApplicationInstance instance, SortedMap<String, String> own) {
    SharedProcess process =
        new SharedProcess(
            instance.ip(),
            instance.cluster(),
            instance.healthy(),
            instance.enabled(),
            instance.ephemeral(),
            kept(own));
    SharedProcess known = processes.get(process);
    if (known != null) {
      return known;
    }
    SharedProcess added =
        new SharedProcess(
            kept(process.ip()),
            kept(process.cluster()),
            process.healthy(),
            process.enabled(),
            process.ephemeral(),
            process.own());
    bytes += PROCESS_BYTES;
    processes.put(added, added);
    return added;
  }

  SharedMetadata common(SortedMap<String, String> metadata) {
    return commons.computeIfAbsent(
        metadata,
        map -> {
          Fingerprint fingerprint = new Fingerprint();
          fingerprint.mix(map);
          bytes += COMMON_BYTES;
          return new SharedMetadata(kept(map), fingerprint.value());
        });
  }

  private Map<String, String> kept(SortedMap<String, String> map) {
    Map<String, String> known = maps.get(map);
    if (known != null) {
      return known;
    }
    Map<String, String> copy = new HashMap<>();
    map.forEach((key, value) -> copy.put(kept(key), kept(value)));
    Map<String, String> added = Map.copyOf(copy);
    bytes += MAP_BYTES + (long) added.size() * MAP_ENTRY_BYTES;
    maps.put(added, added);
    return added;
  }

  private String kept(String text) {
    String known = texts.putIfAbsent(text, text);
    if (known != null) {
      return known;
    }
    bytes += TEXT_BYTES + text.length();
    return text;
  }
}
