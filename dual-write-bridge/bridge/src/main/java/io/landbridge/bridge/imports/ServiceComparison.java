package io.landbridge.bridge.imports;

import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.bridge.legacy.LegacyNames;
import io.landbridge.bridge.legacy.RejectedExports;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.diff.Difference;
import io.landbridge.registry.diff.ServiceDiff;
import io.landbridge.registry.diff.ServiceDigest;
import io.landbridge.service.answer.BridgeDifference;
import io.landbridge.view.derived.NativeInstance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What of one service is not the same in both clusters, by content and not by count. There is none
 * of a service that is the same. Pure.
 *
 * @param service which one
 * @param imports what the catalog is to take over
 * @param changed exports that are something else there than here
 * @param stale exports of what nobody has here
 * @param missing what is registered here and not there
 */
public record ServiceComparison(
    ServiceKey service,
    ImportDifference imports,
    List<Changed> changed,
    List<RegisteredInstance> stale,
    List<RegisteredInstance> missing) {

  /**
   * An export that is something else there than here.
   *
   * @param here as its client registered it, and operators edited it
   * @param there as it is exported
   * @param differences in what they differ, but for what exporting adds
   */
  record Changed(RegisteredInstance here, RegisteredInstance there, List<Difference> differences) {}

  /**
   * Compares the digests of what this cluster shows of the service with those of what the legacy
   * cluster shows, and, only where they are not equal, instance by instance.
   *
   * @param natives what is registered here; nothing while nothing is to be exported
   * @param imported what the catalog has of the legacy cluster
   * @param there what the legacy cluster has
   * @return empty when both clusters have the same
   */
  static Optional<ServiceComparison> of(
      ServiceKey service,
      List<NativeInstance> natives,
      List<ImportedInstance> imported,
      LegacyContent there) {
    List<ImportedInstance> theirs = there.theirs(service);
    List<RegisteredInstance> exports = there.ours(service);
    Map<ImportedInstance.Key, RegisteredInstance> exported = new HashMap<>();
    exports.forEach(each -> exported.put(LegacyContent.key(service, each), each));
    Map<ImportedInstance.Key, RegisteredInstance> here =
        here(service, natives, imported, there, exported.keySet());
    // Each direction by itself: an export of nobody must not make up for an import that is gone.
    if (ServiceDigest.of(here.values()).equals(ServiceDigest.of(exports))
        && digest(imported).equals(digest(theirs))) {
      return Optional.empty();
    }
    List<Changed> changed = new ArrayList<>();
    List<RegisteredInstance> missing = new ArrayList<>();
    here.forEach(
        (key, each) -> {
          RegisteredInstance export = exported.get(key);
          if (export == null) {
            missing.add(each);
          } else {
            List<Difference> differences = ServiceDiff.of(List.of(each), List.of(export));
            if (!differences.isEmpty()) {
              changed.add(new Changed(each, export, differences));
            }
          }
        });
    return Optional.of(
        new ServiceComparison(
            service,
            ImportDifference.of(imported, theirs),
            changed,
            exports.stream()
                .filter(each -> !here.containsKey(LegacyContent.key(service, each)))
                .toList(),
            missing));
  }

  private static ServiceDigest digest(List<ImportedInstance> instances) {
    return ServiceDigest.of(instances.stream().map(LegacyContent::registered).toList());
  }

  /**
   * What is registered here and is to be there as an export: an address that is registered in both
   * clusters is the legacy cluster's own.
   */
  private static Map<ImportedInstance.Key, RegisteredInstance> here(
      ServiceKey service,
      List<NativeInstance> natives,
      List<ImportedInstance> imported,
      LegacyContent there,
      Set<ImportedInstance.Key> exported) {
    Set<String> taken = new HashSet<>(there.notImported(service));
    imported.forEach(each -> taken.add(address(each)));
    there.theirs(service).forEach(each -> taken.add(address(each)));
    Map<ImportedInstance.Key, RegisteredInstance> here = new TreeMap<>();
    for (NativeInstance each : natives) {
      RegisteredInstance registered = registered(each);
      ImportedInstance.Key key = LegacyContent.key(service, registered);
      if (exported.contains(key) || !taken.contains(each.address())) {
        here.put(key, registered);
      }
    }
    return here;
  }

  /**
   * A difference as people are told of it.
   *
   * @param difference what it is
   * @param lasting whether it stays, because the legacy cluster does not let the health be set, or
   *     cannot have a service of that name
   */
  record Told(BridgeDifference difference, boolean lasting) {}

  /**
   * What the round that found it does not put right at once, for people.
   *
   * @param held whether what is gone there is kept here
   * @param refusals what the legacy cluster did not take
   */
  Stream<Told> describe(boolean held, RejectedExports refusals) {
    Stream<BridgeDifference> kept =
        !held
            ? Stream.empty()
            : imports.removals().stream()
                .map(
                    each ->
                        BridgeDifference.of(
                            each,
                            "instance",
                            "registered",
                            "gone",
                            "held: too many instances disappeared from the legacy cluster at"
                                + " once"));
    Optional<String> name = LegacyNames.refusal(service);
    Stream<Told> absent =
        missing.stream()
            .map(
                each ->
                    new Told(
                        instance(
                            each,
                            "registered",
                            "absent",
                            name.orElse("its owner has not exported it yet")),
                        name.isPresent()));
    Stream<BridgeDifference> left =
        stale.stream()
            .map(
                each ->
                    instance(
                        each,
                        "absent",
                        "exported",
                        refusals
                            .why(LegacyContent.key(service, each))
                            .orElse(
                                "no longer registered in this cluster; will be removed from the"
                                    + " legacy cluster")));
    return Stream.of(
            absent,
            Stream.concat(kept, left).map(each -> new Told(each, false)),
            changed.stream().flatMap(each -> describe(each, refusals)))
        .flatMap(each -> each);
  }

  private Stream<Told> describe(Changed change, RejectedExports refusals) {
    ImportedInstance.Key key = LegacyContent.key(service, change.there());
    Optional<String> health = refusals.whyHealth(key);
    String reason = refusals.why(key).orElse("transfer pending");
    return change.differences().stream()
        .map(
            found -> {
              boolean lasting = health.isPresent() && found.field() == Difference.Field.HEALTHY;
              return new Told(
                  BridgeDifference.of(
                      key,
                      field(found),
                      found.here(),
                      found.there(),
                      lasting ? health.get() : reason),
                  lasting);
            });
  }

  private BridgeDifference instance(
      RegisteredInstance of, String here, String there, String reason) {
    return BridgeDifference.of(LegacyContent.key(service, of), "instance", here, there, reason);
  }

  private static String field(Difference found) {
    String field = found.field().name().toLowerCase(Locale.ROOT);
    return found.key().isEmpty() ? field : field + " " + found.key();
  }

  private static String address(ImportedInstance instance) {
    return instance.key().ip() + ":" + instance.key().port();
  }

  private static RegisteredInstance registered(NativeInstance here) {
    return new RegisteredInstance(
        here.ip(),
        here.port(),
        here.cluster(),
        here.weight(),
        here.healthy(),
        here.enabled(),
        here.ephemeral(),
        here.metadata());
  }
}
