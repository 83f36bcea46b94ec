package io.landbridge.compat.history;

import java.util.Comparator;
import java.util.List;

/**
 * Everything that was done and seen, in the order of time.
 *
 * @param operations by their end
 * @param samples by their moment
 */
public record History(List<Operation> operations, List<Sample> samples) {

  /** Copies and sorts. */
  public History {
    operations =
        operations.stream().sorted(Comparator.comparingLong(Operation::endMillis)).toList();
    samples = samples.stream().sorted(Comparator.comparingLong(Sample::atMillis)).toList();
  }

  /** The switches of an application, by their end. */
  List<Operation> switchesOf(String application) {
    return operations.stream()
        .filter(each -> each.kind().isSwitch() && each.application().equals(application))
        .toList();
  }
}
