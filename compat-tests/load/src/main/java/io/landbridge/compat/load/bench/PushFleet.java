package io.landbridge.compat.load.bench;

import io.landbridge.compat.load.fleet.ApplicationDocument;
import io.landbridge.compat.load.fleet.DubboLine;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServiceName;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Who registers in {@link Push}: an application for each direction.
 *
 * @param interfaces of a provider
 */
record PushFleet(int interfaces) {

  static final String UPWARD = "upward";
  static final String DOWNWARD = "downward";
  static final String STOCK = "stock";
  static final int PORT = 20880;

  private static final long STARTED = 1_795_176_524_665L;

  /** A provider; the first of a revision has an interface that no other has. */
  DubboProvider provider(String direction, int generation, int index, boolean first) {
    return new DubboProvider(
        DubboLine.DUBBO_2_7,
        application(direction),
        ip(direction, generation, index),
        PORT,
        1_000 + index,
        STARTED + index,
        Stream.concat(
                first
                    ? Stream.of("com.example.bench.push.Added%03d:1.0.0".formatted(index))
                    : Stream.empty(),
                IntStream.range(0, interfaces)
                    .mapToObj(each -> interfaceName(direction, each) + ":1.0.0"))
            .toList());
  }

  Instance instance(String ip) {
    return Instance.of(ip, PORT, document().instanceMetadata(STARTED));
  }

  /** What every provider of the application offers that registers nothing else. */
  ApplicationDocument document() {
    SortedMap<String, String> parameters =
        new TreeMap<>(
            Map.of(
                "application", application(DOWNWARD),
                "side", "provider",
                "release", "3.3.6",
                "dubbo", "2.0.2",
                "methods", "add,find,hello,list",
                "generic", "false",
                "version", "1.0.0"));
    return new ApplicationDocument(
        application(DOWNWARD),
        IntStream.range(0, interfaces)
            .mapToObj(
                each -> {
                  String name = interfaceName(DOWNWARD, each);
                  parameters.put("interface", name);
                  return new ApplicationDocument.Offer(name, "1.0.0", "dubbo", PORT, parameters);
                })
            .toList());
  }

  /** The service of the interface that is registered last. */
  ServiceName service(String direction) {
    return ServiceName.of("providers:" + interfaceName(direction, interfaces - 1) + ":1.0.0:");
  }

  static String application(String direction) {
    return "bench-push-" + direction;
  }

  private static String interfaceName(String direction, int each) {
    return "com.example.bench.push.%s.Service%02d".formatted(direction, each);
  }

  static String ip(String direction, int generation, int index) {
    return "10.%d.%d.%d"
        .formatted(
            20 * generation + List.of(UPWARD, DOWNWARD, STOCK).indexOf(direction),
            index / 250,
            index % 250 + 1);
  }
}
