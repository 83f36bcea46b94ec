package io.landbridge.view;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.view.SharedParts.SharedProcess;
import io.landbridge.view.derived.Fingerprint;
import io.landbridge.view.derived.SharedMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Collects the instances of one answer. What repeats, within the answer and among the answers that
 * are built with the same {@link SharedParts}, is kept once. For one thread.
 */
final class AnswerBuilder {

  // What a 64-bit virtual machine with compressed references takes, rounded up.
  private static final int ADDRESS_BYTES = 12;
  private static final int ANSWER_BYTES = 128;

  private final SharedParts shared;
  private final List<SharedProcess> processes = new ArrayList<>();
  private final List<SharedMetadata> commons = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private final Fingerprint fingerprint = new Fingerprint();
  private long bytes = ANSWER_BYTES;

  AnswerBuilder(SharedParts shared) {
    this.shared = shared;
  }

  /**
   * Adds what a process is in the service.
   *
   * @param instance the process
   * @param port where it is called
   * @param common what its consumers read of many processes alike: the very same map for all of
   *     them, so that it is looked at once
   * @param own what they read of this one, which goes before what is common; both are sorted, as
   *     the fingerprint needs it
   */
  void add(
      ApplicationInstance instance,
      int port,
      SortedMap<String, String> common,
      SortedMap<String, String> own) {
    long before = shared.bytes();
    SharedMetadata keptCommon = shared.common(common);
    fingerprint.mix(instance.ip());
    fingerprint.mix(port);
    fingerprint.mix(instance.cluster());
    fingerprint.mix(instance.healthy() ? 1 : 0);
    fingerprint.mix(instance.enabled() ? 1 : 0);
    fingerprint.mix(instance.ephemeral() ? 1 : 0);
    fingerprint.mix(keptCommon.fingerprint());
    fingerprint.mix(own);
    processes.add(shared.process(instance, own));
    commons.add(keptCommon);
    ports.add(port);
    bytes += ADDRESS_BYTES + shared.bytes() - before;
  }

  Answer build(long generation) {
    return new Answer(
        generation,
        new Addresses(
            processes.toArray(SharedProcess[]::new),
            commons.toArray(SharedMetadata[]::new),
            ports.stream().mapToInt(each -> each).toArray()),
        fingerprint.value(),
        (int) Math.min(Integer.MAX_VALUE, bytes));
  }
}
