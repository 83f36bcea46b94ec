package io.landbridge.migrate.verify;

import io.landbridge.dubbo.InterfaceAddress;
import io.landbridge.dubbo.InterfaceUnfold;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.ProvenDocument;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentAnswer;
import io.landbridge.migrate.verify.Comparison.Finding;
import io.landbridge.migrate.verify.Comparison.ParameterFinding;
import io.landbridge.migrate.verify.InterfaceLevel.Alone;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Whether consumers of interfaces find, under each name they look for, the providers of one
 * application that registered it alone, with the parameters these should have there.
 */
final class DownwardComparison {

  private static final Comparator<ParameterFinding> BY_ADDRESS =
      Comparator.comparing(ParameterFinding::service)
          .thenComparing(ParameterFinding::protocol)
          .thenComparing(ParameterFinding::address)
          .thenComparing(ParameterFinding::parameter)
          .thenComparing(ParameterFinding::interfaceLevel);

  /** By address, the names under which it is not shown. */
  private final SortedMap<Address, SortedSet<String>> absent = new TreeMap<>();

  /** The same under several names is said once. */
  private final SortedSet<ParameterFinding> different = new TreeSet<>(BY_ADDRESS);

  private final List<Finding> unverified = new ArrayList<>();

  /** What is not shown at all because a name cannot stand there. */
  private final List<Finding> leftOut = new ArrayList<>();

  private final InterfaceLevel level;

  private final Map<ServiceKey, Map<String, RegisteredInstance>> shown = new HashMap<>();

  /** By document and the name of a service: what instances should look like there. */
  private final Map<MetadataRevision, Map<String, InterfaceUnfold>> unfolds = new HashMap<>();

  private DownwardComparison(InterfaceLevel level) {
    this.level = level;
  }

  static DownwardComparison of(ApplicationKey application, InterfaceLevel level) {
    DownwardComparison comparison = new DownwardComparison(level);
    for (Alone each : level.alone()) {
      if (each.instance().application().equals(application)) {
        comparison.add(each);
      }
    }
    for (Loss loss : level.unreadable()) {
      if (loss.service().namespace().equals(application.namespace())
          && loss.service().name().equals(application.name().value())) {
        boolean leftOut = loss.kind().isOfName();
        (leftOut ? comparison.leftOut : comparison.unverified)
            .add(
                new Finding(
                    "",
                    "",
                    loss.address(),
                    leftOut
                        ? "left out, %s: %s".formatted(loss.kind(), loss.detail())
                        : loss.detail()));
      }
    }
    return comparison;
  }

  private void add(Alone provider) {
    ApplicationInstance instance = provider.instance();
    if (provider.document() instanceof DocumentAnswer.Found found) {
      add(instance, found.document());
    } else if (provider.document() instanceof DocumentAnswer.Unusable bad) {
      unverified.add(new Finding("", "", instance.ip() + ":" + instance.port(), bad.reason()));
    }
  }

  private void add(ApplicationInstance claimed, MetadataDocument found) {
    // As the plugin keeps it: what the revision leaves out, or what differs from one process to
    // another, is the instance's.
    ProvenDocument proven =
        found
            .proven(claimed.revision())
            .orElseGet(() -> new ProvenDocument(found, claimed.revision(), Map.of()));
    ApplicationInstance instance = proven.instance(claimed);
    unfolds
        .computeIfAbsent(proven.revision(), revision -> unfolds(proven.document()))
        .forEach(
            (name, unfold) -> {
              Map<String, RegisteredInstance> there =
                  shownIn(
                      new ServiceKey(instance.application().namespace(), instance.group(), name));
              for (InterfaceAddress expected : unfold.addresses(instance)) {
                compare(name, Address.of(instance, expected), expected, there);
              }
            });
  }

  /** By address; what a provider registered itself goes before what is derived. */
  private Map<String, RegisteredInstance> shownIn(ServiceKey service) {
    return shown.computeIfAbsent(
        service,
        key -> {
          Map<String, RegisteredInstance> byAddress = new HashMap<>();
          for (RegisteredInstance each : level.services().getOrDefault(key, List.of())) {
            byAddress.merge(each.address(), each, (one, other) -> isDerived(one) ? other : one);
          }
          return byAddress;
        });
  }

  private static boolean isDerived(RegisteredInstance instance) {
    return instance.metadata().containsKey(MetadataKeys.DERIVED);
  }

  private static Map<String, InterfaceUnfold> unfolds(MetadataDocument document) {
    Map<String, InterfaceUnfold> byName = new HashMap<>();
    for (String name : InterfaceUnfold.names(document)) {
      byName.put(name, InterfaceUnfold.of(name, document));
    }
    return byName;
  }

  private void compare(
      String name,
      Address address,
      InterfaceAddress expected,
      Map<String, RegisteredInstance> there) {
    SortedSet<String> names = absent.computeIfAbsent(address, none -> new TreeSet<>());
    RegisteredInstance found = there.get(address.ip() + ":" + address.port());
    if (found == null) {
      names.add(name);
    } else if (isDerived(found)) {
      compare(address, expected.metadata(), found.metadata());
    }
  }

  private void compare(Address address, Map<String, String> expected, Map<String, String> seen) {
    SortedSet<String> parameters = new TreeSet<>(expected.keySet());
    parameters.addAll(seen.keySet());
    parameters.remove(MetadataKeys.DERIVED);
    for (String each : parameters) {
      String there = seen.getOrDefault(each, "");
      String wanted = expected.getOrDefault(each, "");
      if (!there.equals(wanted)) {
        different.add(address.parameter(each, there, wanted));
      }
    }
  }

  /** How many addresses are shown under every name. */
  int same() {
    return (int) absent.values().stream().filter(Set::isEmpty).count();
  }

  /** Addresses that consumers of applications have and those of interfaces do not. */
  List<Finding> extra() {
    Stream<Finding> missing =
        absent.entrySet().stream()
            .filter(each -> !each.getValue().isEmpty())
            .map(
                each ->
                    each.getKey()
                        .finding(
                            ("the provider registers its application only and is missing in %s; is"
                                        + " translation")
                                    .formatted(String.join(", ", each.getValue()))
                                + " switched on?"));
    return Stream.concat(missing, leftOut.stream()).toList();
  }

  List<ParameterFinding> different() {
    return List.copyOf(different);
  }

  List<Finding> unverified() {
    return List.copyOf(unverified);
  }
}
