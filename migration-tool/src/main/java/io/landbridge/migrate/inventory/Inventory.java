package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.InterfaceServiceName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is registered, by application. Its component names are the JSON that {@code scan} prints.
 *
 * @param server the server that was read
 * @param serverVersion its version
 * @param namespaces the namespaces that were read, sorted
 * @param applications sorted by namespace and name
 * @param untranslatable registrations that stay at their one level, whatever is switched on
 * @param calls who calls what, as far as it is known, sorted
 * @param savings what the registry would be spared
 * @param totals sums
 */
public record Inventory(
    String server,
    String serverVersion,
    List<String> namespaces,
    List<ApplicationInventory> applications,
    List<LossInventory> untranslatable,
    List<Call> calls,
    SavingsEstimate savings,
    Totals totals) {

  /** Copies the lists. */
  public Inventory {
    namespaces = List.copyOf(namespaces);
    applications = List.copyOf(applications);
    untranslatable = List.copyOf(untranslatable);
    calls = List.copyOf(calls);
  }

  /**
   * The same with more calls. An application that was only seen to subscribe to what it offers
   * itself calls nobody: providers do so to be told of overrides.
   */
  public Inventory withCalls(List<Call> more) {
    Set<List<String>> own =
        applications.stream()
            .flatMap(
                each ->
                    each.interfaces().stream()
                        .map(
                            offer ->
                                List.of(each.namespace(), each.application(), offer.service())))
            .collect(Collectors.toSet());
    Stream<Call> real =
        more.stream()
            .filter(
                each ->
                    each.evidence() != Call.Evidence.SUBSCRIBED
                        || !own.contains(
                            List.of(each.namespace(), each.consumer(), each.service())));
    return new Inventory(
        server,
        serverVersion,
        namespaces,
        applications,
        untranslatable,
        Stream.concat(calls.stream(), real).sorted().distinct().toList(),
        savings,
        totals);
  }

  /**
   * The same with what members tell and this command could not find: what is wrong with the
   * metadata of who registered its application alone is not in the registry, and over which
   * connection something came only a member knows. What is dropped is untranslatable, all else a
   * loss of the applications it can be of.
   */
  public Inventory withLosses(List<LossInventory> told) {
    List<LossInventory> dropped = new ArrayList<>(untranslatable);
    Set<List<String>> known =
        Stream.concat(
                untranslatable.stream(),
                applications.stream().flatMap(each -> each.losses().stream()))
            .map(LossInventory::key)
            .collect(Collectors.toCollection(HashSet::new));
    Map<List<String>, List<LossInventory>> partial = new HashMap<>();
    for (LossInventory loss : told) {
      boolean here = namespaces.contains(loss.namespace()) || loss.isOfUnusableNamespace();
      if (!here || !known.add(loss.key())) {
        // Not of here, found by this command itself, or told by another member before.
        continue;
      }
      List<String> owners = owners(loss);
      if (loss.dropped() || owners.isEmpty()) {
        dropped.add(loss);
      } else {
        owners.forEach(
            owner ->
                partial
                    .computeIfAbsent(
                        List.of(loss.namespace(), owner), application -> new ArrayList<>())
                    .add(loss));
      }
    }
    return new Inventory(
        server,
        serverVersion,
        namespaces,
        applications.stream()
            .map(
                each ->
                    each.withLosses(
                        partial.getOrDefault(
                            List.of(each.namespace(), each.application()), List.of())))
            .toList(),
        dropped,
        calls,
        savings,
        totals);
  }

  /** The applications a loss can be of, as far as there are such. */
  private List<String> owners(LossInventory loss) {
    Optional<InterfaceServiceName> name = InterfaceServiceName.parse(loss.service());
    return applications.stream()
        .filter(each -> each.namespace().equals(loss.namespace()))
        .filter(
            each ->
                name.isEmpty()
                    ? each.application().equals(loss.service())
                    : each.interfaces().stream()
                        .anyMatch(offer -> name.get().isOf(offer.interfaceName())))
        .map(ApplicationInventory::application)
        .toList();
  }

  /**
   * What is not translated of nobody in particular: of whom it is cannot be told, or that is what
   * is wrong with it.
   */
  public List<LossInventory> unowned() {
    Set<LossInventory> owned = new HashSet<>();
    applications.forEach(each -> owned.addAll(losses(each)));
    return untranslatable.stream().filter(each -> !owned.contains(each)).toList();
  }

  /**
   * What is lost of an application: of what is translated, and what it registers under its own name
   * and cannot be translated at all.
   */
  public List<LossInventory> losses(ApplicationInventory application) {
    return Stream.concat(
            application.losses().stream(),
            untranslatable.stream()
                .filter(each -> each.namespace().equals(application.namespace()))
                .filter(each -> each.service().equals(application.application())))
        .toList();
  }

  /**
   * Returns why nothing of an application can be shown, where members have told that the document
   * of each of its processes is too large for the catalog; with what to do about it.
   */
  public Optional<String> misfit(ApplicationInventory application) {
    SortedMap<String, LossInventory> tooLarge = new TreeMap<>();
    losses(application).stream()
        .filter(LossInventory::isOfWholeProcess)
        .forEach(each -> tooLarge.putIfAbsent(each.address(), each));
    int processes = Math.max(application.processes(), application.nativeInstances());
    return tooLarge.isEmpty() || tooLarge.size() < processes
        ? Optional.empty()
        : Optional.of(tooLarge.values().iterator().next().problem());
  }

  /**
   * Sums over all namespaces that were read.
   *
   * @param applications number of applications
   * @param interfaces number of interface-level services they offer
   * @param registrations number of interface-level instances in the registry
   * @param processes number of application instances that say the same
   * @param consumerServices services that only announce consumers; not compared, not translated
   * @param otherServices services that are not Dubbo's
   */
  public record Totals(
      int applications,
      int interfaces,
      int registrations,
      int processes,
      int consumerServices,
      int otherServices) {}
}
