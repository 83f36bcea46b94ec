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
    content
        .leftOut()
        .forEach(
            (service, each) -> {
              if (!leftOut.contains(service)) {
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
    namespacesLeftOut = Set.copyOf(content.namespaces().unusable().keySet());
    leftOut = Set.copyOf(content.leftOut().keySet());
    return (int) content.leftOut().values().stream().filter(each -> !each.lasting()).count();
  }
}
