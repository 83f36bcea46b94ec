package io.landbridge.compat.load.migration;

import io.landbridge.compat.load.fleet.DubboLine;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.Instance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Applications that call each other, the same ones whenever they are generated. Each has its share
 * of interfaces and processes, and announces whom it calls: up to two applications before it, and,
 * of some pairs, each the other. Every other one runs Dubbo 3, the rest 2.7.
 *
 * @param applications how many, from 2
 * @param interfaces of all of them, at least one each
 * @param processes of all of them, at least one each
 */
public record GeneratedFleet(int applications, int interfaces, int processes) {

  private static final int PORT = 20880;
  private static final long STARTED = 1_795_176_524_665L;
  private static final int PER_NET = 250;

  /** Of so many applications two call each other in a circle. */
  private static final int CIRCLES = 20;

  /** Refuses what is no fleet. */
  public GeneratedFleet {
    if (applications < 2 || interfaces < applications || processes < applications) {
      throw new IllegalArgumentException(
          "A fleet has at least two applications, and an interface and a process of each: "
              + "%d, %d, %d".formatted(applications, interfaces, processes));
    }
  }

  /** The name of an application. */
  public String application(int index) {
    return "gen-%04d".formatted(index);
  }

  /** The processes of an application. */
  List<DubboProvider> processes(int application) {
    List<String> offered =
        IntStream.iterate(application, each -> each < interfaces, each -> each + applications)
            .mapToObj(each -> interfaceName(application, each) + ":1.0.0")
            .toList();
    return IntStream.iterate(application, each -> each < processes, each -> each + applications)
        .mapToObj(
            each ->
                new DubboProvider(
                    line(application),
                    application(application),
                    ip(each),
                    PORT,
                    1_000 + each,
                    STARTED + each,
                    offered))
        .toList();
  }

  /** Where an application announces that it calls others, as Dubbo's consumers do. */
  SortedMap<String, Instance> calls(int application) {
    SortedMap<String, Instance> calls = new TreeMap<>();
    for (int called : called(application)) {
      String service = interfaceName(called, called);
      calls.put(
          "consumers:" + service + ":1.0.0:",
          Instance.of(
              ip(application),
              0,
              Map.ofEntries(
                  Map.entry("application", application(application)),
                  Map.entry("category", "consumers"),
                  Map.entry("interface", service),
                  Map.entry("path", service),
                  Map.entry("protocol", "consumer"),
                  Map.entry("release", line(application) == DubboLine.DUBBO_3 ? "3.3.6" : "2.7.23"),
                  Map.entry("side", "consumer"),
                  Map.entry("version", "1.0.0"))));
    }
    return calls;
  }

  /** How many services all of this is registered in. */
  int services() {
    return interfaces
        + (int)
            IntStream.range(0, applications)
                .mapToObj(this::calls)
                .flatMap(each -> each.keySet().stream())
                .distinct()
                .count();
  }

  /** Every other one runs a Dubbo that can be told to move. */
  private static DubboLine line(int application) {
    return application % 2 == 0 ? DubboLine.DUBBO_3 : DubboLine.DUBBO_2_7;
  }

  private List<Integer> called(int application) {
    List<Integer> called = new ArrayList<>();
    if (application > 0) {
      called.add(application / 2);
    }
    if (application > 2) {
      called.add(application / 3);
    }
    if (application % CIRCLES == 0 && application + 1 < applications) {
      called.add(application + 1);
    }
    if (application % CIRCLES == 1) {
      called.add(application - 1);
    }
    return called.stream().distinct().filter(each -> each != application).toList();
  }

  private static String interfaceName(int application, int each) {
    return "com.example.gen%04d.Service%05d".formatted(application, each);
  }

  private static String ip(int process) {
    return "10.%d.%d.%d"
        .formatted(
            1 + process / (PER_NET * PER_NET), process / PER_NET % PER_NET, process % PER_NET + 1);
  }

  @Override
  public String toString() {
    return "%d applications, %d interfaces, %d processes"
        .formatted(applications, interfaces, processes);
  }
}
