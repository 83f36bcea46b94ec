package io.landbridge.front.nacos3;

import io.landbridge.front.V1Operation;
import io.landbridge.front.forward.Forwarder;
import io.landbridge.front.push.PushCounts;
import io.landbridge.front.push.UdpPush;
import io.landbridge.plugin.Metric;
import io.landbridge.plugin.Metric.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.ToLongFunction;

/** What clients of 1.x have asked since the start. Safe for use from any thread. */
final class FrontCounts {

  private static final int FIRST_ERROR = 400;

  private final Map<V1Operation, LongAdder> asked;
  private final LongAdder errors = new LongAdder();

  FrontCounts() {
    Map<V1Operation, LongAdder> all = new EnumMap<>(V1Operation.class);
    for (V1Operation each : V1Operation.values()) {
      all.put(each, new LongAdder());
    }
    asked = Collections.unmodifiableMap(all);
  }

  void asked(V1Operation operation) {
    LongAdder count = asked.get(operation);
    if (count != null) {
      count.increment();
    }
  }

  void answered(int status) {
    if (status >= FIRST_ERROR) {
      errors.increment();
    }
  }

  List<Metric> metrics(UdpPush push, Forwarder forwarder) {
    List<Metric> metrics = new ArrayList<>();
    asked.forEach(
        (operation, count) ->
            metrics.add(
                new Metric(
                    "landbridge.front.requests",
                    Kind.COUNTER,
                    "",
                    "requests of 1.x clients answered by the plugin",
                    Map.of("operation", operation.name().toLowerCase(Locale.ROOT)),
                    count::sum)));
    metrics.add(
        counter(
            "landbridge.front.errors",
            "requests of 1.x clients answered with an error",
            errors::sum));
    metrics.add(
        counter(
            "landbridge.front.forwarded",
            "requests of 1.x clients forwarded to the responsible member",
            forwarder::forwarded));
    metrics.add(
        counter(
            "landbridge.front.forward.refused",
            "requests of 1.x clients refused because too many forwarded requests were in progress",
            forwarder::refused));
    metrics.add(
        new Metric(
            "landbridge.front.subscriptions",
            Kind.GAUGE,
            "",
            "push subscriptions of 1.x clients",
            Map.of(),
            () -> push.counts().subscriptions()));
    metrics.add(of(push, "refused", "push subscriptions refused", PushCounts::refused));
    metrics.add(of(push, "sent", "UDP push packets sent", PushCounts::sent));
    metrics.add(
        of(push, "acknowledged", "UDP push packets acknowledged", PushCounts::acknowledged));
    metrics.add(of(push, "repeated", "UDP push packets resent", PushCounts::repeated));
    metrics.add(
        of(push, "failed", "pushed services that were never acknowledged", PushCounts::failed));
    return metrics;
  }

  /** Those of clients that listen to configurations. */
  static List<Metric> metrics(ConfigFront configs) {
    return List.of(
        new Metric(
            "landbridge.front.polls",
            Kind.GAUGE,
            "",
            "1.x clients that wait for a change of configurations",
            Map.of(),
            () -> configs.counts().waiting()),
        new Metric(
            "landbridge.front.poll.bytes",
            Kind.GAUGE,
            "bytes",
            "heap of the 1.x clients that wait for a change of configurations, about",
            Map.of(),
            () -> configs.counts().bytes()),
        counter(
            "landbridge.front.poll.told",
            "polls of 1.x clients answered with a change of a configuration",
            () -> configs.counts().told()),
        counter(
            "landbridge.front.poll.expired",
            "polls of 1.x clients answered after their time without a change",
            () -> configs.counts().expired()),
        counter(
            "landbridge.front.poll.refused",
            "polls of 1.x clients refused because too many waited",
            () -> configs.counts().refused()));
  }

  private static Metric of(
      UdpPush push, String name, String description, ToLongFunction<PushCounts> number) {
    return counter(
        "landbridge.front.push." + name, description, () -> number.applyAsLong(push.counts()));
  }

  private static Metric counter(String name, String description, DoubleSupplier value) {
    return new Metric(name, Kind.COUNTER, "", description, Map.of(), value);
  }
}
