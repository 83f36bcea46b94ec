package io.landbridge.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A fleet that is half migrated, as a member tells of it.
 *
 * @param names of the applications, all in the namespace {@code public}
 */
record RecordedFleet(List<String> names) {

  /** Somebody who registers may call an application whatever they like. */
  static final String HOSTILE = "<img src=x onerror=\"document.title='owned'\">";

  private static final String[] STATES = {
    "TRANSLATED", "OBSERVED", "TRANSLATED", "SWITCHING_ON", "OBSERVED", "TRANSLATED"
  };

  /** A shop of 24 applications. */
  static RecordedFleet shop() {
    return new RecordedFleet(
        List.of(
            "address-service",
            "basket-service",
            "billing-service",
            "catalog-service",
            "checkout-web",
            "coupon-service",
            "crm-gateway",
            "customer-service",
            "delivery-planner",
            "fraud-check",
            "identity-service",
            "inventory-service",
            "invoice-archive",
            "loyalty-service",
            "mail-sender",
            "order-service",
            "payment-gateway",
            "price-engine",
            "recommendation",
            "report-batch",
            "search-service",
            "shipping-service",
            "stock-sync",
            "tax-service"));
  }

  /** So many applications. */
  static RecordedFleet of(int count) {
    return new RecordedFleet(
        IntStream.range(0, count).mapToObj("team-%05d-service"::formatted).toList());
  }

  /** The shop with one whose name is HTML, which is in every list. */
  static RecordedFleet hostile() {
    List<String> names = new ArrayList<>(shop().names());
    names.add(HOSTILE);
    return new RecordedFleet(names);
  }

  List<Map<String, Object>> applications() {
    return IntStream.range(0, names.size()).mapToObj(this::application).toList();
  }

  private Map<String, Object> application(int index) {
    String state = STATES[index % STATES.length];
    Map<String, Object> application = new LinkedHashMap<>();
    application.put("namespace", "public");
    application.put("application", names.get(index));
    application.put("state", state);
    application.put("instances", 2 + index % 7);
    application.put("imported", index % 5 == 0 ? 1 : 0);
    application.put("interfaces", interfaces(index));
    application.put("revisions", List.of("50ec9d4f2b7a41c0%04x".formatted(index)));
    application.put(
        "problems",
        state.equals("SWITCHING_ON") ? List.of("the document 50ec9d is not available") : List.of());
    application.put("forced", false);
    application.put("since", state.equals("OBSERVED") ? 0L : 1795176524665L);
    return application;
  }

  private List<String> interfaces(int index) {
    String name = names.get(index);
    return List.of(
        "demo.%s.QueryApi:1.0.0".formatted(name), "grpA/demo.%s.CommandApi:1.0.0".formatted(name));
  }

  /** Each application calls up to three after it, some of which speak 1.x. */
  List<Map<String, Object>> consumers(String application) {
    List<Map<String, Object>> consumers = new ArrayList<>();
    int callers = Math.min(names.size(), 600);
    for (int i = 0; i < callers; i++) {
      for (int step = 1; step <= 3; step++) {
        int provider = i + 1 + (i * 7 + step * step * 5) % 11;
        if (step <= 1 + i % 3
            && provider < names.size()
            && (application.isEmpty() || names.get(provider).equals(application))) {
          consumers.add(consumer(i, provider, (i + step) % 3 == 0));
        }
      }
    }
    if (names.contains(HOSTILE) && (application.isEmpty() || names.get(0).equals(application))) {
      consumers.add(consumer(names.size() - 1, 0, false));
    }
    return consumers;
  }

  private Map<String, Object> consumer(int caller, int provider, boolean old) {
    boolean application = !old && caller % 2 == 0;
    Map<String, Object> consumer = new LinkedHashMap<>();
    consumer.put("namespace", "public");
    consumer.put("group", "DEFAULT_GROUP");
    consumer.put(
        "service",
        application
            ? names.get(provider)
            : "providers:demo.%s.QueryApi:1.0.0:".formatted(names.get(provider)));
    consumer.put("level", application ? "APPLICATION" : "INTERFACE");
    consumer.put(
        "serviceInterface", application ? "" : "demo.%s.QueryApi".formatted(names.get(provider)));
    consumer.put("ip", "10.1.%d.%d".formatted(caller / 250, caller % 250 + 1));
    consumer.put("port", 50000 + caller);
    consumer.put("protocol", old ? "HTTP_UDP" : "GRPC");
    consumer.put("client", old ? "Nacos-Java-Client:v1.4.6" : "Nacos-Java-Client:v2.2.4");
    consumer.put("app", "");
    consumer.put("application", names.get(caller));
    consumer.put("provides", false);
    return consumer;
  }

  List<Map<String, Object>> losses() {
    return IntStream.range(0, Math.min(names.size(), 40))
        .filter(i -> i % 4 == 0 || names.get(i).equals(HOSTILE))
        .mapToObj(
            i ->
                Map.<String, Object>of(
                    "kind", i % 8 == 0 ? "CUSTOM_PATH" : "NO_PROTOCOL",
                    "namespace", "public",
                    "group", "DEFAULT_GROUP",
                    "service", "providers:demo.%s.QueryApi::".formatted(names.get(i)),
                    "address", "10.2.0.%d:20880".formatted(i + 1),
                    "detail", "the path is '%s'".formatted(names.get(i)),
                    "application", names.get(i)))
        .toList();
  }

  List<Map<String, Object>> differences() {
    return IntStream.range(0, 3)
        .mapToObj(
            i ->
                Map.<String, Object>ofEntries(
                    Map.entry("namespace", "public"),
                    Map.entry("group", "DEFAULT_GROUP"),
                    Map.entry("service", "providers:demo.%s.QueryApi::".formatted(last())),
                    Map.entry("cluster", "DEFAULT"),
                    Map.entry("ip", "10.3.0." + (i + 1)),
                    Map.entry("port", 20880),
                    Map.entry("field", i == 0 ? "healthy" : "weight"),
                    Map.entry("here", i == 0 ? "true" : "1.0"),
                    Map.entry("there", i == 0 ? "false" : "5.0"),
                    Map.entry("reason", "exported a moment ago"),
                    Map.entry("lasting", i == 2)))
        .toList();
  }

  private String last() {
    return names.get(names.size() - 1);
  }

  List<Map<String, Object>> instances(Map<String, String> query) {
    int index = names.indexOf(query.get("application"));
    return IntStream.range(0, index < 0 ? 0 : 2 + index % 7)
        .mapToObj(
            i ->
                Map.<String, Object>ofEntries(
                    Map.entry("group", "DEFAULT_GROUP"),
                    Map.entry("ip", "10.0.%d.%d".formatted(index % 250, i + 1)),
                    Map.entry("port", 20880),
                    Map.entry(
                        "endpoints",
                        List.of(
                            Map.of("port", 20880, "protocol", "dubbo"),
                            Map.of("port", 50051, "protocol", "tri"))),
                    Map.entry("cluster", "DEFAULT"),
                    Map.entry("healthy", i != 1),
                    Map.entry("enabled", true),
                    Map.entry("revision", "50ec9d4f2b7a41c0%04x".formatted(index)),
                    Map.entry("origin", i == 0 ? "native-application" : "native-interface"),
                    Map.entry("owner", "10.9.0.1:8848"),
                    Map.entry("attributes", Map.of("timestamp", "1795176524665"))))
        .toList();
  }

  /** What a consumer is answered: in its own model what was registered, in the other the rest. */
  List<Map<String, Object>> answered(Map<String, String> query) {
    String service = query.getOrDefault("serviceName", "");
    boolean level = service.startsWith("providers:");
    int index =
        level
            ? IntStream.range(0, names.size())
                .filter(i -> service.contains("demo." + names.get(i) + "."))
                .findFirst()
                .orElse(-1)
            : names.indexOf(service);
    if (index < 0) {
      return List.of();
    }
    boolean translated = STATES[index % STATES.length].equals("TRANSLATED");
    List<Map<String, Object>> answered = new ArrayList<>();
    for (Map<String, Object> each : instances(Map.of("application", names.get(index)))) {
      boolean isNative = "native-interface".equals(each.get("origin")) == level;
      if (isNative || translated) {
        answered.add(
            Map.of(
                "ip",
                each.get("ip"),
                "port",
                20880,
                "healthy",
                true,
                "enabled",
                true,
                "metadata",
                isNative ? Map.of() : Map.of("landbridge.origin", "native-interface")));
      }
    }
    return answered;
  }

  Map<String, Object> status() {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("state", "ACTIVE");
    status.put("reason", "");
    status.put("pluginVersion", "0.1.0");
    status.put("server", "Nacos 3.1.0");
    status.put("member", "10.9.0.1:8848");
    status.put("leader", true);
    status.put("ready", true);
    status.put(
        "catalog",
        Map.of(
            "applied",
            4711,
            "digest",
            "9f86d081884c7d659a2feaa0c55ad015",
            "applications",
            names.size(),
            "instances",
            names.size() * 4,
            "documents",
            names.size()));
    status.put("untranslatable", List.of());
    status.put("untranslatableTotal", losses().size());
    status.put("held", Map.of("applications", 0, "instances", 0));
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("damaged", 0);
    entries.put("skipped", 0);
    entries.put("refused", 0);
    entries.put("stopped", null);
    status.put("entries", entries);
    return status;
  }

  /** Anything else that is read; empty for what is not known. */
  Optional<Object> answer(String path, Map<String, String> query) {
    return switch (path) {
      case "group" -> Optional.of(group());
      case "bridge" -> Optional.of(bridge());
      case "configuration" ->
          Optional.of(Map.of("exists", true, "content", lock(), "written", false));
      case "application" ->
          names.contains(query.get("application"))
              ? Optional.of(application(names.indexOf(query.get("application"))))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Map<String, Object> group() {
    List<String> peers = List.of("10.9.0.1:8848", "10.9.0.2:8848", "10.9.0.3:8848");
    Map<String, Object> group = new LinkedHashMap<>();
    group.put("member", peers.get(0));
    group.put("leader", peers.get(0));
    group.put("term", 7);
    group.put("peers", peers);
    group.put("alive", List.of(peers.get(0), peers.get(1)));
    group.put(
        "members",
        peers.stream()
            .map(
                each ->
                    Map.of(
                        "member",
                        each,
                        "up",
                        !each.equals(peers.get(2)),
                        "announced",
                        true,
                        "list",
                        peers,
                        "key",
                        "c0ff"))
            .toList());
    group.put("applied", 4711);
    group.put("snapshot", 4200);
    group.put("freeBytes", 10737418240L);
    group.put("now", 1795176524665L);
    group.put("reconcile", true);
    group.put(
        "serverGroups",
        List.of(
            Map.of(
                "name", "naming_persistent_service_v2", "leads", true, "term", 4, "peers", peers)));
    group.put("signatures", Map.of("required", "", "own", "c0ff"));
    return group;
  }

  private static Map<String, Object> bridge() {
    Map<String, Object> bridge = new LinkedHashMap<>();
    bridge.put("phase", "DUAL_WRITE");
    bridge.put("paused", false);
    bridge.put("servers", List.of("nacos-old-1:8848", "nacos-old-2:8848"));
    bridge.put("username", "bridge");
    bridge.put("since", 1795176524665L);
    bridge.put("epoch", 12);
    bridge.put("origin", "landbridge-7f3a");
    bridge.put("active", "10.9.0.1:8848");
    bridge.put("member", "10.9.0.1:8848");
    bridge.put("firstSync", 1795176524665L);
    bridge.put(
        "imported", Map.of("services", 212, "instances", 1904, "namespaces", List.of("public")));
    bridge.put("absent", 0);
    bridge.put(
        "legacy",
        Map.of(
            "services",
            212,
            "instances",
            1904,
            "exported",
            311,
            "others",
            0,
            "readAt",
            1795176524665L,
            "readMillis",
            412,
            "lagMillis",
            1830));
    bridge.put("export", Map.of("instances", 311, "waiting", 2));
    bridge.put("held", 0);
    bridge.put("comparison", Map.of("services", 523, "differing", 3, "equalSince", 0));
    bridge.put("differences", 3);
    bridge.put("lasting", 1);
    bridge.put("problems", List.of());
    return bridge;
  }

  private String lock() {
    return """
    {"format":1,"journal":"j","host":"ops-1","name":"lin@ops-1","doing":"apply plan.yaml","until":4102444800000,
     "run":{"id":"r","state":{"phase":"PAUSED","wave":2,"waves":5,"application":"public/order-service",
      "waiting":["public/payment-gateway","public/price-engine"],"waitingTotal":2,"throttleSeconds":5,"reason":"paused by lin"},
      "orders":{"paused":true,"throttleSeconds":5,"skipped":["public/tax-service"],"stopped":false,"by":"lin@ops-1"}}}
    """;
  }
}
