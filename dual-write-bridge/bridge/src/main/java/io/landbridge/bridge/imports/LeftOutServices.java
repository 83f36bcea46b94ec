package io.landbridge.bridge.imports;

import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.LogText;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.NativeServices;
import io.landbridge.registry.Namespaces;
import io.landbridge.service.answer.BridgeDifference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports what one cluster has and the bridge leaves out: services, namespaces and instances. For
 * one thread.
 */
final class LeftOutServices {

  private static final Logger LOG = LoggerFactory.getLogger(LeftOutServices.class);

  /** So many services are named in the log at a time; the differences list the others too. */
  private static final int MAX_NAMED = 20;

  private final NativeServices natives;

  /** The services that were reported last. */
  private Set<ServiceKey> leftOut = Set.of();

  /** The namespaces that were reported last. */
  private Set<String> namespacesLeftOut = Set.of();

  /** The instances that were reported last. */
  private Set<ImportedInstance.Key> instancesLeftOut = Set.of();

  LeftOutServices(NativeServices natives) {
    this.natives = natives;
  }

  /**
   * Tells which services are not carried over because the legacy cluster does not tell of them, and
   * which namespaces because nobody can ask for them, and which instances because they are too
   * large.
   *
   * @param exporting whether what is registered here is to be in the legacy cluster
   * @param listed gets each of them
   * @return how many of them it may tell of later
   */
  int tell(LegacyContent content, boolean exporting, List<ServiceComparison.Told> listed) {
    List<ServiceKey> unknown =
        content.leftOut().keySet().stream().filter(each -> !leftOut.contains(each)).toList();
    Set<ServiceKey> named = Set.copyOf(unknown.subList(0, Math.min(MAX_NAMED, unknown.size())));
    content
        .leftOut()
        .forEach(
            (service, each) -> {
              if (named.contains(service)) {
                LOG.warn("Service of the legacy cluster skipped: {}: {}", service, each.why());
              }
              listed.add(
                  new ServiceComparison.Told(
                      BridgeDifference.of(
                          new ImportedInstance.Key(service, "", "", 0),
                          "service",
                          "not imported",
                          "listed",
                          each.why()),
                      each.lasting()));
            });
    SortedMap<String, String> reported = new TreeMap<>();
    content
        .namespaces()
        .unusable()
        .forEach((each, why) -> tell(listed, reported, each, "not imported", "listed", why));
    if (exporting) {
      Namespaces.listed(natives.unusableNamespaces())
          .unusable()
          .forEach((each, why) -> tell(listed, reported, each, "registered", "not exported", why));
    }
    tellInstances(content, listed);
    if (unknown.size() > named.size()) {
      LOG.warn(
          "{} more services of the legacy cluster skipped; 'landbridge bridge diff' lists the"
              + " differences, total={}",
          unknown.size() - named.size(),
          content.leftOut().size());
    }
    namespacesLeftOut = Set.copyOf(reported.keySet());
    leftOut = Set.copyOf(content.leftOut().keySet());
    return (int) content.leftOut().values().stream().filter(each -> !each.lasting()).count();
  }

  private void tell(
      List<ServiceComparison.Told> listed,
      SortedMap<String, String> reported,
      String namespace,
      String here,
      String there,
      String why) {
    if (!namespacesLeftOut.contains(namespace)) {
      LOG.warn("Namespace skipped by the bridge ({}): {}: {}", here, namespace, why);
    }
    reported.put(namespace, why);
    listed.add(
        new ServiceComparison.Told(
            BridgeDifference.ofNamespace(namespace, here, there, why), true));
  }

  private void tellInstances(LegacyContent content, List<ServiceComparison.Told> listed) {
    int named = 0;
    for (Map.Entry<ImportedInstance.Key, String> each : content.tooLarge().entrySet()) {
      String why = each.getValue();
      if (!instancesLeftOut.contains(each.getKey()) && named++ < MAX_NAMED) {
        LOG.warn(
            "Instance of the legacy cluster skipped: {}: {}",
            LogText.of(each.getKey().toString()),
            why);
      }
      listed.add(
          new ServiceComparison.Told(
              BridgeDifference.of(each.getKey(), "instance", "not imported", "registered", why),
              true));
    }
    instancesLeftOut = Set.copyOf(content.tooLarge().keySet());
  }
}
