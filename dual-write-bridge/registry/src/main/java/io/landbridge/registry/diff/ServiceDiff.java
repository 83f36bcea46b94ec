package io.landbridge.registry.diff;

import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.diff.Difference.Field;
import io.landbridge.registry.legacy.ExportMark;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * In what the instances of one service differ between two clusters. What exporting adds to an
 * instance is no difference.
 */
public final class ServiceDiff {

  /** Text for an instance that is there. */
  private static final String REGISTERED = "registered";

  private static final Comparator<RegisteredInstance> ORDER =
      Comparator.<RegisteredInstance>naturalOrder()
          .thenComparing(RegisteredInstance::ephemeral)
          .thenComparing(RegisteredInstance::weight)
          .thenComparing(RegisteredInstance::enabled)
          .thenComparing(RegisteredInstance::healthy);

  private ServiceDiff() {}

  /**
   * Compares.
   *
   * @param here the instances in this cluster, in any order
   * @param there those in the legacy cluster
   * @return sorted; empty exactly when both are the same
   */
  public static List<Difference> of(
      Collection<RegisteredInstance> here, Collection<RegisteredInstance> there) {
    SortedMap<String, List<RegisteredInstance>> ours = byAddress(here);
    SortedMap<String, List<RegisteredInstance>> theirs = byAddress(there);
    SortedSet<String> addresses = new TreeSet<>(ours.keySet());
    addresses.addAll(theirs.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String address : addresses) {
      compare(
          address,
          ours.getOrDefault(address, List.of()),
          theirs.getOrDefault(address, List.of()),
          differences);
    }
    return differences.stream().sorted().toList();
  }

  /** An instance as it is compared: as its client registered it, not as it was exported. */
  static RegisteredInstance normalised(RegisteredInstance instance) {
    return ExportMark.removed(instance);
  }

  private static SortedMap<String, List<RegisteredInstance>> byAddress(
      Collection<RegisteredInstance> instances) {
    SortedMap<String, List<RegisteredInstance>> byAddress = new TreeMap<>();
    instances.stream()
        .map(ServiceDiff::normalised)
        .sorted(ORDER)
        .forEach(
            each -> byAddress.computeIfAbsent(each.address(), a -> new ArrayList<>()).add(each));
    return byAddress;
  }

  /** A 1.x server can have an address twice, under two labels or of two kinds. */
  private static void compare(
      String address,
      List<RegisteredInstance> ours,
      List<RegisteredInstance> theirs,
      List<Difference> into) {
    List<RegisteredInstance> left = new ArrayList<>(ours);
    List<RegisteredInstance> right = new ArrayList<>(theirs);
    left.removeIf(right::remove);
    int pairs = Math.min(left.size(), right.size());
    for (int i = 0; i < pairs; i++) {
      compare(left.get(i), right.get(i), into);
    }
    left.subList(pairs, left.size())
        .forEach(each -> into.add(new Difference(address, Field.INSTANCE, "", REGISTERED, "")));
    right
        .subList(pairs, right.size())
        .forEach(each -> into.add(new Difference(address, Field.INSTANCE, "", "", REGISTERED)));
  }

  private static void compare(
      RegisteredInstance here, RegisteredInstance there, List<Difference> into) {
    field(here, Field.CLUSTER, here.cluster(), there.cluster(), into);
    field(here, Field.EPHEMERAL, here.ephemeral(), there.ephemeral(), into);
    field(here, Field.WEIGHT, here.weight(), there.weight(), into);
    field(here, Field.ENABLED, here.enabled(), there.enabled(), into);
    field(here, Field.HEALTHY, here.healthy(), there.healthy(), into);
    SortedSet<String> keys = new TreeSet<>(here.metadata().keySet());
    keys.addAll(there.metadata().keySet());
    for (String key : keys) {
      String ours = quoted(here.metadata(), key);
      String theirs = quoted(there.metadata(), key);
      if (!ours.equals(theirs)) {
        into.add(new Difference(here.address(), Field.METADATA, key, ours, theirs));
      }
    }
  }

  private static void field(
      RegisteredInstance of, Field field, Object here, Object there, List<Difference> into) {
    if (!here.equals(there)) {
      into.add(
          new Difference(of.address(), field, "", String.valueOf(here), String.valueOf(there)));
    }
  }

  /** A key with an empty value is something else than none. */
  private static String quoted(Map<String, String> metadata, String key) {
    String value = metadata.get(key);
    return value == null ? "" : "'" + value + "'";
  }
}
