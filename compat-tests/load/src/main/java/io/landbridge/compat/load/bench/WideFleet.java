package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.load.fleet.ApplicationDocument;
import io.landbridge.compat.load.fleet.GoDocument;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServiceName;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Providers with several interfaces on several protocols, each under a long URL, that can be
 * registered at either level. One application after the other, as in {@link Fleet}.
 *
 * @param applications how many
 * @param providers of all of them
 * @param interfaces of each application, its own ones
 * @param protocols of each interface, 1 to 5
 * @param urlBytes about how many characters the parameters of one URL have
 */
record WideFleet(int applications, int providers, int interfaces, int protocols, int urlBytes) {

  private static final List<String> PROTOCOLS =
      List.of("dubbo", "rmi", "hessian", "http", "webservice");
  private static final int FIRST_PORT = 20880;
  private static final long STARTED = 1_795_176_524_665L;
  private static final int PER_NET = 250;

  /** What the names of all applications begin with. */
  static final String APPLICATIONS = "bench-heap-";

  static final int MAX_PROTOCOLS = PROTOCOLS.size();

  /** What it is, among the conditions of a measurement. */
  void addTo(ObjectNode conditions) {
    conditions.put("applications", applications);
    conditions.put("providers", providers);
    conditions.put("interfaces", interfaces);
    conditions.put("protocols", protocols);
    conditions.put("url_bytes", urlBytes);
  }

  String application(int provider) {
    return APPLICATIONS + "%03d".formatted(provider % applications);
  }

  /** The services of the interfaces of a provider. */
  List<ServiceName> services(int provider) {
    return IntStream.range(0, interfaces)
        .mapToObj(each -> ServiceName.of("providers:" + interfaceName(provider, each) + ":1.0.0:"))
        .toList();
  }

  /** How many providers an application has, the first so many of all. */
  int providers(int application, int ofAll) {
    return (ofAll - application + applications - 1) / applications;
  }

  /** What a provider registers in the service of one of its interfaces. */
  List<Instance> instances(int provider, int each) {
    List<Instance> instances = new ArrayList<>();
    for (int protocol = 0; protocol < protocols; protocol++) {
      SortedMap<String, String> metadata = parameters(provider, each);
      metadata.put("category", "providers");
      metadata.put("path", interfaceName(provider, each));
      metadata.put("protocol", PROTOCOLS.get(protocol));
      metadata.put("pid", Integer.toString(1_000 + provider));
      metadata.put("timestamp", Long.toString(STARTED + provider));
      instances.add(Instance.of(ip(provider), FIRST_PORT + protocol, metadata));
    }
    return instances;
  }

  /** What a provider registers that registers its application alone. */
  Instance applicationInstance(int provider) {
    return Instance.of(
        ip(provider), FIRST_PORT, document(provider).instanceMetadata(STARTED + provider));
  }

  /** What a provider registers that is one of dubbo-go. */
  Instance goInstance(int provider) {
    String ip = ip(provider);
    return Instance.of(
        ip, FIRST_PORT, goDocument(provider).instanceMetadata(ip + ":" + FIRST_PORT));
  }

  /** What a provider of dubbo-go, and no other, has in the configuration centre. */
  GoDocument goDocument(int provider) {
    return new GoDocument(document(provider), STARTED / 1_000 + provider);
  }

  /** What a provider, as every one of its application, has in the configuration centre. */
  ApplicationDocument document(int provider) {
    List<ApplicationDocument.Offer> offers = new ArrayList<>();
    for (int each = 0; each < interfaces; each++) {
      for (int protocol = 0; protocol < protocols; protocol++) {
        offers.add(
            new ApplicationDocument.Offer(
                interfaceName(provider, each),
                "1.0.0",
                PROTOCOLS.get(protocol),
                FIRST_PORT + protocol,
                parameters(provider, each)));
      }
    }
    return new ApplicationDocument(application(provider), offers);
  }

  private SortedMap<String, String> parameters(int provider, int each) {
    SortedMap<String, String> parameters = new TreeMap<>();
    parameters.put("anyhost", "true");
    parameters.put("application", application(provider));
    parameters.put("deprecated", "false");
    parameters.put("dubbo", "2.0.2");
    parameters.put("dynamic", "true");
    parameters.put("generic", "false");
    parameters.put("interface", interfaceName(provider, each));
    parameters.put("release", "2.7.23");
    parameters.put("revision", "1.0.0");
    parameters.put("side", "provider");
    parameters.put("version", "1.0.0");
    StringBuilder methods = new StringBuilder();
    int length =
        parameters.entrySet().stream()
            .mapToInt(entry -> entry.getKey().length() + entry.getValue().length() + 2)
            .sum();
    // Two methods have settings of their own; the names of all others make the URL as long as
    // asked.
    for (int i = 0; length < urlBytes - 120; i++) {
      String method = "findOrdersOf%02d".formatted(i);
      methods.append(i == 0 ? "" : ",").append(method);
      length += method.length() + 1;
      if (i < 2) {
        parameters.put(method + ".timeout", "3000");
        parameters.put(method + ".retries", "2");
        length += 2 * method.length() + 25;
      }
    }
    parameters.put("methods", methods.toString());
    return parameters;
  }

  private String interfaceName(int provider, int each) {
    return "com.example.bench.heap%03d.OrderService%02d".formatted(provider % applications, each);
  }

  private static String ip(int provider) {
    return "10.100.%d.%d".formatted(provider / PER_NET, provider % PER_NET + 1);
  }
}
