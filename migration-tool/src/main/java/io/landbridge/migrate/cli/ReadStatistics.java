package io.landbridge.migrate.cli;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.inventory.LandscapeSink;
import io.landbridge.model.Counted;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.http.ProcessorLimit.Readings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What reading took, for whoever has to plan with it. */
final class ReadStatistics implements LandscapeSink {

  private final long began = System.nanoTime();
  private final Map<ServiceKey, Integer> applicationLevel = new HashMap<>();
  private long services;
  private long instances;
  private long needed;

  @Override
  public void providers(ServiceKey service, List<Registration> all) {
    services++;
    instances += all.size();
  }

  @Override
  public void consumers(ServiceKey service, List<Registration> all) {
    services++;
    instances += all.size();
  }

  @Override
  public void application(ServiceKey service, List<RegisteredInstance> all) {
    applicationLevel.put(service, all.size());
  }

  @Override
  public void other(ServiceKey service, List<RegisteredInstance> all) {
    services++;
    instances += all.size();
  }

  @Override
  public void ends(long requests) {
    needed = requests;
  }

  /**
   * Says it in a line.
   *
   * @param requests how many were sent
   */
  String text(long requests) {
    return Counted.format(
        "read %d services with %d instances in %.1f s with %d requests (minimum: %d)",
        services + applicationLevel.size(),
        instances + applicationLevel.values().stream().mapToLong(each -> each).sum(),
        (System.nanoTime() - began) / 1e9,
        requests,
        needed);
  }

  /** Says how busy servers were, if that was asked. */
  static Optional<String> text(Readings readings) {
    return readings.count() == 0
        ? Optional.empty()
        : Optional.of(
            Counted.format(
                "CPU of the server: %.0f %% on average, %.0f %% at most, above the limit in %d of"
                    + " %d seconds (%s)",
                100 * readings.mean(),
                100 * readings.highest(),
                readings.above(),
                readings.count(),
                readings.ofProcess()
                    ? "measured for the server process"
                    : "measured for the whole machine, because the server's metrics are not exposed"));
  }
}
