package io.landbridge.host.metrics;

import io.landbridge.plugin.Metric;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Tag;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics in the registry that every exporter of the server listens to, for as long as this is
 * open. No number is kept here: each is asked for when somebody looks. Never throws.
 */
public final class Meters implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Meters.class);

  private final Runnable removal;

  private Meters(Runnable removal) {
    this.removal = removal;
  }

  /** Shows metrics; where the server has no Micrometer, nothing is shown. */
  public static Meters show(List<Metric> metrics) {
    try {
      return show(metrics, Metrics.globalRegistry);
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("Landbridge has no metrics on this server: {}", e.toString());
      return new Meters(() -> {});
    }
  }

  static Meters show(List<Metric> metrics, MeterRegistry registry) {
    List<Meter> meters = new ArrayList<>();
    Meters shown = new Meters(() -> meters.forEach(registry::remove));
    try {
      metrics.forEach(metric -> meters.add(register(metric, registry)));
      return shown;
    } catch (RuntimeException | LinkageError e) {
      shown.close();
      throw e;
    }
  }

  private static Meter register(Metric metric, MeterRegistry registry) {
    List<Tag> tags =
        metric.labels().entrySet().stream()
            .map(label -> Tag.of(label.getKey(), label.getValue()))
            .toList();
    @SuppressWarnings("NullAway")
    String unit = metric.unit().isEmpty() ? null : metric.unit();
    return switch (metric.kind()) {
      case GAUGE ->
          Gauge.builder(metric.name(), metric, each -> each.value().getAsDouble())
              .description(metric.description())
              .baseUnit(unit)
              .tags(tags)
              // Registries refer to what they measure weakly.
              .strongReference(true)
              .register(registry);
      case COUNTER ->
          FunctionCounter.builder(metric.name(), metric, each -> each.value().getAsDouble())
              .description(metric.description())
              .baseUnit(unit)
              .tags(tags)
              .register(registry);
    };
  }

  @Override
  public void close() {
    try {
      removal.run();
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("Landbridge's metrics could not be removed: {}", e.toString());
    }
  }
}
