package io.landbridge.legacy;

import io.landbridge.bridge.diff.Difference;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.service.BridgeDifference;
import io.landbridge.service.NativeServices;
import io.landbridge.state.ImportedInstances;
import io.landbridge.view.NativeInstance;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is registered here, by whichever member, and not in the legacy cluster, or is something else
 * there, or the reverse. By content, not by count.
 */
final class ExportDifferences {

  private ExportDifferences() {}

  static Stream<BridgeDifference> of(
      NativeServices natives,
      ImportedInstances imported,
      Map<ServiceKey, List<RegisteredInstance>> exports) {
    Stream<BridgeDifference> missing =
        natives.all().stream()
            .flatMap(
                service -> {
                  List<NativeInstance> here = natives.instances(service);
                  List<RegisteredInstance> exported = exports.getOrDefault(service, List.of());
                  return Stream.concat(
                      missing(service, here, imported, exported),
                      different(service, here, exported));
                });
    Stream<BridgeDifference> stale =
        exports.entrySet().stream().flatMap(each -> stale(each.getKey(), each.getValue(), natives));
    return Stream.concat(missing, stale);
  }

  private static Stream<BridgeDifference> missing(
      ServiceKey service,
      List<NativeInstance> here,
      ImportedInstances imported,
      List<RegisteredInstance> exported) {
    if (here.isEmpty()) {
      return Stream.empty();
    }
    Set<String> there = new HashSet<>();
    exported.forEach(each -> there.add(each.address()));
    imported.imported(service).forEach(each -> there.add(address(each.key())));
    return here.stream()
        .filter(each -> !there.contains(each.address()))
        .map(
            each ->
                BridgeDifference.of(
                    new ImportedInstance.Key(service, each.cluster(), each.ip(), each.port()),
                    "instance",
                    "registered",
                    "absent",
                    "the member that answers for it has not exported it yet"));
  }

  private static Stream<BridgeDifference> different(
      ServiceKey service, List<NativeInstance> here, List<RegisteredInstance> exported) {
    Map<String, NativeInstance> local = new HashMap<>();
    here.forEach(each -> local.put(each.address(), each));
    return exported.stream()
        .flatMap(
            each -> {
              NativeInstance registered = local.get(each.address());
              return registered == null
                  ? Stream.empty()
                  : ChangedExports.between(registered, each).stream()
                      .map(found -> described(LegacyContent.key(service, each), found));
            });
  }

  private static BridgeDifference described(ImportedInstance.Key key, Difference found) {
    return BridgeDifference.of(
        key, field(found), found.here(), found.there(), "it is carried over soon");
  }

  private static String field(Difference found) {
    String field = found.field().name().toLowerCase(Locale.ROOT);
    return found.key().isEmpty() ? field : field + " " + found.key();
  }

  private static Stream<BridgeDifference> stale(
      ServiceKey service, List<RegisteredInstance> exported, NativeServices natives) {
    Set<String> here = new HashSet<>();
    natives.instances(service).forEach(each -> here.add(each.address()));
    return exported.stream()
        .filter(each -> !here.contains(each.address()))
        .map(
            each ->
                BridgeDifference.of(
                    LegacyContent.key(service, each),
                    "instance",
                    "absent",
                    "exported",
                    "nobody has it here any more; it is removed there soon"));
  }

  private static String address(ImportedInstance.Key key) {
    return key.ip() + ":" + key.port();
  }
}
