package io.landbridge.view;

import io.landbridge.view.SharedParts.SharedProcess;
import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * The instances of an answer, each put together when somebody looks at it: there are many, and
 * little in them is theirs alone. Immutable.
 */
final class Addresses extends AbstractList<DerivedInstance> implements RandomAccess {

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
        process.ephemeral(),
        commons[index],
        process.own());
  }

  @Override
  public int size() {
    return processes.length;
  }
}
