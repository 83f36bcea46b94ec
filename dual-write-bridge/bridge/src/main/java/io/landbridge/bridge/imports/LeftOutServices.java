package io.landbridge.bridge.imports;

import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.service.answer.BridgeDifference;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports services and namespaces of the legacy cluster that are not imported. For one thread. */
final class LeftOutServices {

  private static final Logger LOG = LoggerFactory.getLogger(LeftOutServices.class);

  /** So many services are named in the log at a time; the differences list the others too. */
  private static final int MAX_NAMED = 20;

  /** The services that were reported last. */
  private Set<ServiceKey> leftOut = Set.of();

  /** The namespaces that were reported last. */
  private Set<String> namespacesLeftOut = Set.of();

  /**
   * Tells which services are not carried over because the legacy cluster does not tell of them, and
   * which namespaces because nobody can ask for them.
   *
   * @param listed gets each of them
   * @return how many of them it may tell of later
   */
  int tell(LegacyContent content, List<ServiceComparison.Told> listed) {
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
    content
        .namespaces()
        .unusable()
        .forEach(
            (namespace, why) -> {
              if (!namespacesLeftOut.contains(namespace)) {
                LOG.warn("Namespace of the legacy cluster skipped: {}: {}", namespace, why);
              }
              listed.add(
                  new ServiceComparison.Told(
                      BridgeDifference.ofNamespace(namespace, "not imported", "listed", why),
                      true));
            });
    if (unknown.size() > named.size()) {
      LOG.warn(
          "{} more services of the legacy cluster skipped; 'landbridge bridge diff' lists the"
              + " differences, total={}",
          unknown.size() - named.size(),
          content.leftOut().size());
    }
    namespacesLeftOut = Set.copyOf(content.namespaces().unusable().keySet());
    leftOut = Set.copyOf(content.leftOut().keySet());
    return (int) content.leftOut().values().stream().filter(each -> !each.lasting()).count();
  }
}
