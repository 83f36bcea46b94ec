package io.landbridge.compat.load.bench;

import io.landbridge.compat.load.fleet.DubboLine;
import io.landbridge.compat.load.fleet.DubboProvider;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which provider processes there are: application after application, so that at every moment of a
 * run all applications have their share.
 *
 * @param name part of the names of applications and interfaces
 * @param applications how many
 * @param interfaces of each application, its own ones
 */
record Fleet(String name, int applications, int interfaces) {

  static final int MAX_PROVIDERS = 60_000;

  private static final int PORT = 20880;
  private static final long STARTED = 1_795_176_524_665L;
  private static final int PER_NET = 250;

  Fleet(int applications, int interfaces) {
    this("app", applications, interfaces);
  }

  String application(int index) {
    return "bench-%s-%03d".formatted(name, index % applications);
  }

  /** The native service of an application's first interface. */
  String service(int index) {
    return "providers:" + interfaceName(index, 0) + ":1.0.0:";
  }

  /**
   * One provider.
   *
   * @param generation 0 to 200; no two generations share an address
   * @param index from 0
   */
  DubboProvider provider(int generation, int index) {
    return new DubboProvider(
        DubboLine.DUBBO_2_7,
        application(index),
        ip(generation, index),
        PORT,
        1_000 + index,
        STARTED + index,
        IntStream.range(0, interfaces)
            .mapToObj(each -> interfaceName(index, each) + ":1.0.0")
            .toList());
  }

  /** Several processes of one application, the way one connection can register them. */
  List<DubboProvider> processes(int generation, int application, int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(i -> provider(generation, application + i * applications))
        .toList();
  }

  static String address(DubboProvider provider) {
    return provider.ip() + ":" + provider.port();
  }

  private String interfaceName(int index, int each) {
    return "com.example.bench.%s%03d.Service%02d".formatted(name, index % applications, each);
  }

  private static String ip(int generation, int index) {
    return "10.%d.%d.%d".formatted(generation, index / PER_NET, index % PER_NET + 1);
  }
}
