package io.landbridge.host.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.plugin.Metric;
import io.landbridge.plugin.Metric.Kind;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MetersTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final AtomicLong number = new AtomicLong(3);

  private Metric metric(String name, Kind kind, Map<String, String> labels) {
    return new Metric(name, kind, "bytes", "what it is", labels, number::doubleValue);
  }

  @Test
  void showsTheNumberAsItIsWhenSomebodyLooks() {
    Meters.show(
        List.of(metric("a", Kind.GAUGE, Map.of("k", "v")), metric("b", Kind.COUNTER, Map.of())),
        registry);

    number.set(7);

    assertThat(registry.get("a").tag("k", "v").gauge().value()).isEqualTo(7);
    assertThat(registry.get("b").functionCounter().count()).isEqualTo(7);
    assertThat(registry.get("a").gauge().getId().getBaseUnit()).isEqualTo("bytes");
    assertThat(registry.get("a").gauge().getId().getDescription()).isEqualTo("what it is");
  }

  @Test
  void aNumberThatCannotBeHadIsNotANumber() {
    Meters.show(
        List.of(
            new Metric(
                "a",
                Kind.GAUGE,
                "",
                "",
                Map.of(),
                () -> {
                  throw new IllegalStateException("closed");
                })),
        registry);

    assertThat(registry.get("a").gauge().value()).isNaN();
  }

  @Test
  void nothingIsLeftOnceItIsClosed() {
    Meters meters = Meters.show(List.of(metric("a", Kind.GAUGE, Map.of())), registry);
    Meters others = Meters.show(List.of(metric("b", Kind.GAUGE, Map.of())), registry);

    meters.close();
    meters.close();

    assertThat(registry.getMeters()).hasSize(1);
    others.close();
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void aRegistryThatRefusesGetsNothingAndTheServerNoError() {
    SimpleMeterRegistry closed = new SimpleMeterRegistry();
    closed.config().onMeterAdded(meter -> refuse(meter.getId().getName()));

    assertThatThrownBy(
            () ->
                Meters.show(
                    List.of(metric("a", Kind.GAUGE, Map.of()), metric("z", Kind.GAUGE, Map.of())),
                    closed))
        .hasMessage("z");
    assertThat(closed.getMeters()).extracting(each -> each.getId().getName()).doesNotContain("a");
    Metrics.addRegistry(closed);
    try {
      Meters.show(List.of(metric("z", Kind.GAUGE, Map.of()))).close();
    } finally {
      Metrics.removeRegistry(closed);
    }
  }

  private static void refuse(String name) {
    if (name.equals("z")) {
      throw new IllegalStateException(name);
    }
  }
}
