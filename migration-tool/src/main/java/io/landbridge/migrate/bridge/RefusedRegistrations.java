package io.landbridge.migrate.bridge;

import io.landbridge.model.LogText;
import io.landbridge.model.RegistrationLimits;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.legacy.ExportMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Counts what clients have registered in a legacy cluster and newer servers would refuse once these
 * clients move there. The bridge carries it all the same. Exports are nobody's registrations.
 *
 * @param always registrations that are refused whatever the settings of the servers
 * @param checked the others that are refused while the servers check parameters
 * @param mixed services with ephemeral and persistent instances, of which one kind is refused
 */
record RefusedRegistrations(Tally always, Tally checked, Tally mixed) {

  /**
   * How many there are.
   *
   * @param number how many
   * @param example the first of them, and why; empty for none
   */
  record Tally(int number, String example) {

    private static final Tally NONE = new Tally(0, "");

    private Tally and(String example) {
      return new Tally(number + 1, number == 0 ? example : this.example);
    }
  }

  /**
   * Looks at all services.
   *
   * @param ephemeral the ephemeral instances by service
   * @param persistent the persistent ones
   */
  static RefusedRegistrations of(
      Map<ServiceKey, List<RegisteredInstance>> ephemeral,
      Map<ServiceKey, List<RegisteredInstance>> persistent) {
    RefusedRegistrations all = new RefusedRegistrations(Tally.NONE, Tally.NONE, Tally.NONE);
    SortedSet<ServiceKey> services = new TreeSet<>(ephemeral.keySet());
    services.addAll(persistent.keySet());
    for (ServiceKey service : services) {
      List<RegisteredInstance> instances =
          new ArrayList<>(ephemeral.getOrDefault(service, List.of()));
      instances.addAll(persistent.getOrDefault(service, List.of()));
      instances.removeIf(each -> ExportMark.originOf(each.metadata()).isPresent());
      for (RegisteredInstance each : instances) {
        all = all.and(service, each);
      }
      if (instances.stream().map(RegisteredInstance::ephemeral).distinct().count() > 1) {
        all = all.andMixed(service);
      }
    }
    return all;
  }

  private RefusedRegistrations and(ServiceKey service, RegisteredInstance each) {
    Optional<String> lasting = RegistrationLimits.lastingRefusal(each.cluster(), each.metadata());
    if (lasting.isPresent()) {
      return new RefusedRegistrations(
          always.and(example(service, each, lasting.get())), checked, mixed);
    }
    return RegistrationLimits.refusal(
            service, each.cluster(), each.ip(), each.port(), each.metadata())
        .map(
            reason ->
                new RefusedRegistrations(
                    always, checked.and(example(service, each, reason)), mixed))
        .orElse(this);
  }

  private RefusedRegistrations andMixed(ServiceKey service) {
    return new RefusedRegistrations(
        always,
        checked,
        mixed.and(
            "service '%s' of group '%s' in namespace %s"
                .formatted(
                    LogText.of(service.name()), LogText.of(service.group()), service.namespace())));
  }

  private static String example(ServiceKey service, RegisteredInstance each, String reason) {
    return "%s at %s, for example, has %s".formatted(service.name(), each.address(), reason);
  }
}
