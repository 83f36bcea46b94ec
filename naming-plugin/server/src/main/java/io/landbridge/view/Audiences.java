package io.landbridge.view;

import io.landbridge.model.Audience;
import io.landbridge.model.ServiceKey;
import io.landbridge.view.derived.Caller;
import io.landbridge.view.derived.Side;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Who is shown the applications that not everybody is shown. Reads no disk. Safe for use from any
 * thread.
 */
final class Audiences {

  private final ShownApplications shown;

  Audiences(ShownApplications shown) {
    this.shown = shown;
  }

  /**
   * What a caller is shown of a service.
   *
   * @param asks who that is, if that can be known; asked only where it makes a difference
   */
  Side side(ServiceKey service, Supplier<Optional<Caller>> asks) {
    List<Audience> audiences = of(service);
    if (audiences.isEmpty()) {
      return Side.SHOWN;
    }
    Optional<Caller> caller = asks.get();
    return audiences.stream().allMatch(each -> includes(each, caller)) ? Side.SHOWN : Side.WITHHELD;
  }

  /** Whether two callers may be shown different instances of a service. */
  boolean dependsOnCaller(ServiceKey service) {
    return !of(service).isEmpty();
  }

  /** The services with an instance of an application that not everybody is shown. */
  Set<ServiceKey> services() {
    Set<ServiceKey> services = new HashSet<>();
    for (ShownApplication each : shown.all()) {
      if (!each.state().terms().audience().isWhole()) {
        services.addAll(each.showing());
      }
    }
    return services;
  }

  private List<Audience> of(ServiceKey service) {
    List<Audience> audiences = new ArrayList<>(0);
    for (ShownApplication each : shown.in(service)) {
      Audience audience = each.state().terms().audience();
      if (!audience.isWhole()) {
        audiences.add(audience);
      }
    }
    return audiences;
  }

  private static boolean includes(Audience audience, Optional<Caller> caller) {
    return caller
        .map(it -> audience.contains(it.ip(), it.app(), it.application()))
        // Who is not known gets what the application's state says.
        .orElse(!audience.isNobody());
  }
}
