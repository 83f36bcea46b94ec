package io.landbridge.migrate.bridge;

import io.landbridge.model.LogText;
import io.landbridge.model.NameRules;
import io.landbridge.model.NameUse;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The namespaces of a legacy cluster that this cluster does not list, by what can be done about it.
 * Clients of 1.x register in a namespace of any id; by their ids as they may be shown.
 *
 * @param creatable those that somebody can create here
 * @param nameable those that clients can use here although nobody can create them
 * @param refused those that the servers of this cluster refuse to hear of
 * @param certain whether the servers were asked about all of these, rather than the rules of their
 *     version
 */
record MissingNamespaces(
    List<String> creatable, List<String> nameable, List<String> refused, boolean certain) {

  /** What every version of Nacos takes for the id of a namespace that is created. */
  private static final Pattern CREATABLE = Pattern.compile("[\\w-]{1,128}");

  /**
   * Tells them apart. Only what the rules of a server's version refuse is asked for: it may be set
   * up to take it.
   */
  static MissingNamespaces of(BridgeGround ground, Collection<NamespaceId> missing)
      throws RegistryException {
    List<NameRules> rules = new ArrayList<>();
    for (ServerAddress server : missing.isEmpty() ? List.<ServerAddress>of() : ground.servers()) {
      rules.add(NameRules.of(ground.server(server).version()));
    }
    List<String> creatable = new ArrayList<>();
    List<String> nameable = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    boolean certain = true;
    for (NamespaceId each : missing) {
      String shown = LogText.of(each.value());
      boolean asked = true;
      boolean answered = true;
      if (rules.stream().anyMatch(rule -> !rule.takes(NameUse.NAMESPACE, each.value()))) {
        try {
          answered = ground.answers(each);
        } catch (RegistryException e) {
          if (e.kind() != Kind.UNAVAILABLE) {
            throw e;
          }
          // With landbridge.bridge.in-place it answers nobody before the bridge is there.
          asked = false;
        }
      }
      if (!asked || !answered) {
        certain &= asked;
        refused.add(shown);
      } else if (CREATABLE.matcher(each.value()).matches()) {
        creatable.add(shown);
      } else {
        nameable.add(shown);
      }
    }
    return new MissingNamespaces(creatable, nameable, refused, certain);
  }
}
