package io.landbridge.view;

import io.landbridge.model.ApplicationInstance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Collects the instances of one answer. Texts that repeat, as most do among the instances of one
 * application, are kept once. For one thread.
 */
final class AnswerBuilder {

  // What a 64-bit virtual machine with compressed references takes, rounded up.
  private static final int TEXT_BYTES = 56;
  private static final int INSTANCE_BYTES = 48;
  private static final int MAP_BYTES = 48;
  private static final int MAP_ENTRY_BYTES = 16;
  private static final int ANSWER_BYTES = 128;

  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final Map<String, String> texts = new HashMap<>();
  private final List<DerivedInstance> instances = new ArrayList<>();
  private long fingerprint = FNV_START;
  private long bytes = ANSWER_BYTES;

  /**
   * Adds what a process is in the service.
   *
   * @param instance the process
   * @param port where it is called
   * @param properties what its consumers read; sorted, as the fingerprint needs it
   */
  void add(ApplicationInstance instance, int port, SortedMap<String, String> properties) {
    Map<String, String> metadata = new LinkedHashMap<>();
    mix(instance.ip());
    mix(port);
    mix(instance.cluster());
    mix(instance.healthy() ? 1 : 0);
    mix(instance.enabled() ? 1 : 0);
    properties.forEach(
        (key, value) -> {
          mix(key);
          mix(value);
          metadata.put(kept(key), kept(value));
        });
    mix(metadata.size());
    bytes += INSTANCE_BYTES + MAP_BYTES + (long) metadata.size() * MAP_ENTRY_BYTES;
    instances.add(
        new DerivedInstance(
            kept(instance.ip()),
            port,
            kept(instance.cluster()),
            instance.healthy(),
            instance.enabled(),
            metadata));
  }

  Answer build(long generation) {
    return new Answer(
        generation, List.copyOf(instances), fingerprint, (int) Math.min(Integer.MAX_VALUE, bytes));
  }

  private String kept(String text) {
    String known = texts.putIfAbsent(text, text);
    if (known != null) {
      return known;
    }
    bytes += TEXT_BYTES + text.length();
    return text;
  }

  private void mix(String text) {
    for (int i = 0; i < text.length(); i++) {
      mix(text.charAt(i));
    }
    // What no character is, so that no text runs into the next.
    mix(-1);
  }

  /** FNV-1a, in steps of a number instead of a byte, and with its high bits folded back. */
  private void mix(int number) {
    long mixed = (fingerprint ^ number) * FNV_PRIME;
    fingerprint = mixed ^ (mixed >>> 32);
  }
}
