package io.landbridge.view;

import io.landbridge.view.SharedParts.SharedProcess;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.SharedMetadata;
import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * The instances of an answer, each put together when somebody looks at it: there are many, and
 * little in them is theirs alone. Immutable.
 */
final class Addresses extends AbstractList<DerivedInstance> implements RandomAccess {

  /** That of an instance whose client names none: Dubbo's own weights are in the metadata. */
  private static final double DEFAULT_WEIGHT = 1.0;

  // All of the same length.
  private final SharedProcess[] processes;
  private final SharedMetadata[] commons;
  private final int[] ports;

  /** Takes the arrays as its own. */
  Addresses(SharedProcess[] processes, SharedMetadata[] commons, int[] ports) {
    this.processes = processes;
    this.commons = commons;
    this.ports = ports;
  }

  @Override
  public DerivedInstance get(int index) {
    SharedProcess process = processes[index];
    return new DerivedInstance(
        process.ip(),
        ports[index],
        process.cluster(),
        process.healthy(),
        process.enabled(),
        DEFAULT_WEIGHT,
        process.ephemeral(),
        commons[index],
        process.own());
  }

  @Override
  public int size() {
    return processes.length;
  }
}
