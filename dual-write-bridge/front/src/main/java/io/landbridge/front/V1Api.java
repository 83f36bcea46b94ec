package io.landbridge.front;

import static io.landbridge.front.RefusedException.failed;
import static io.landbridge.front.RefusedException.malformed;

import io.landbridge.front.JsonReader.MalformedException;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The API of Nacos 1.4, as its clients use it: the same parameters, defaults, answers and errors.
 * Safe for use from any thread.
 */
public final class V1Api {

  private static final int OK = 10_200;
  private static final int UNKNOWN = 20_404;

  /** What is translated of a registration, and more than any client is known to have. */
  private static final int MAX_BEAT_METADATA_CHARS = 64 * 1024;

  private static final double MAX_WEIGHT = 10_000;

  /** What a smaller weight counts as, unless it is 0. */
  private static final double MIN_WEIGHT = 0.01;

  private static final int MAX_PORT = 65_535;
  private static final String DEFAULT_GROUP = "DEFAULT_GROUP";
  private static final String DEFAULT_CLUSTER = "DEFAULT";
  private static final String GROUP_DELIMITER = "@@";

  private final NamingServer server;
  private final SubscriberTable subscribers;

  /**
   * Makes the API.
   *
   * @param server who knows
   * @param subscribers where it is kept who is pushed to
   */
  public V1Api(NamingServer server, SubscriberTable subscribers) {
    this.server = server;
    this.subscribers = subscribers;
  }

  /**
   * Answers a request of whoever is allowed to make it. Logins and requests for configurations are
   * not answered here.
   *
   * @throws IllegalArgumentException if it is one of those
   */
  public V1Answer answer(V1Operation operation, Parameters parameters, Caller caller) {
    try {
      return switch (operation) {
        case REGISTER -> register(parameters, caller);
        case DEREGISTER -> deregister(parameters);
        case UPDATE -> update(parameters, caller);
        case BEAT -> beat(parameters, caller);
        case DETAIL -> detail(parameters);
        case LIST -> list(parameters, caller);
        case SERVICES -> services(parameters);
        case SWITCHES -> V1Answer.json(server.switchesJson());
        case METRICS ->
            V1Answer.json(
                new JsonBytes(32).raw("{\"status\":").string(server.status()).raw("}").toBytes());
        case LOGIN, USERS_LOGIN ->
            throw new IllegalArgumentException("user names and passwords are managed by Nacos");
        case CONFIG_GET, CONFIG_PUBLISH, CONFIG_REMOVE, CONFIG_LISTEN ->
            throw new IllegalArgumentException("configurations are answered by ConfigApi");
      };
    } catch (RefusedException e) {
      return V1Answer.refusal(e);
    }
  }

  /**
   * The address by which the server finds out which member is responsible for a request.
   *
   * @return {@code ip:port}; empty for a beat of nobody, which any member answers
   * @throws RefusedException if the request needs one and has none
   */
  public static Optional<String> responsibleFor(V1Operation operation, Parameters parameters)
      throws RefusedException {
    String ip = parameters.optional("ip", "");
    if (!ip.isEmpty()) {
      return Optional.of(ip + ":" + parameters.optional("port", "0"));
    }
    // Clients up to 1.1 name it in the beat alone.
    String beat = parameters.optional("beat", "");
    if (!beat.isEmpty()) {
      Beat read = Beat.parse(beat);
      return Optional.of(read.ip() + ":" + read.port());
    }
    if (operation == V1Operation.BEAT) {
      return Optional.empty();
    }
    throw malformed("Param 'ip' is required.");
  }

  /**
   * The service a request is about.
   *
   * @throws RefusedException if it names none, or one that cannot be
   */
  public static ServiceKey service(Parameters parameters) throws RefusedException {
    String name = parameters.required("serviceName");
    int delimiter = name.indexOf(GROUP_DELIMITER);
    String group =
        delimiter < 0
            ? parameters.optional("groupName", DEFAULT_GROUP)
            : name.substring(0, delimiter);
    String plain = delimiter < 0 ? name : name.substring(delimiter + GROUP_DELIMITER.length());
    if (group.isBlank()) {
      throw malformed("Param 'serviceName' is illegal, groupName can't be empty");
    }
    if (plain.isBlank() || plain.contains(GROUP_DELIMITER)) {
      throw malformed(
          "Param 'serviceName' is illegal, it should be format as 'groupName@@serviceName'");
    }
    return new ServiceKey(namespace(parameters), group, plain);
  }

  private static NamespaceId namespace(Parameters parameters) throws RefusedException {
    try {
      return NamespaceId.of(parameters.optional("namespaceId", ""));
    } catch (IllegalArgumentException e) {
      throw malformed(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Looks at what a request names, without doing anything: before it is kept until another member
   * has answered it.
   *
   * @throws RefusedException if the server would not take it
   */
  public void check(V1Operation operation, Parameters parameters) throws RefusedException {
    switch (operation) {
      case REGISTER, UPDATE -> registration(service(parameters), parameters);
      case DEREGISTER -> registration(service(parameters), parameters, 1);
      case BEAT -> {
        String beat = parameters.optional("beat", "");
        @Nullable Beat of = beat.isEmpty() ? null : Beat.parse(beat);
        beating(service(parameters), parameters, of);
        if (of != null) {
          registered(of);
        }
      }
      default -> {
        // Answered here, and checked where they are.
      }
    }
  }

  private void check(
      ServiceKey service, String clusters, String ip, String port, Map<String, String> metadata)
      throws RefusedException {
    server.check(
        new RequestNames(
            service.namespace().value(),
            service.group(),
            service.name(),
            clusters,
            ip,
            port,
            metadata));
  }

  private V1Answer register(Parameters parameters, Caller caller) throws RefusedException {
    ServiceKey service = service(parameters);
    server.register(service, registration(service, parameters), caller);
    return V1Answer.done();
  }

  private V1Answer deregister(Parameters parameters) throws RefusedException {
    ServiceKey service = service(parameters);
    server.deregister(service, registration(service, parameters, 1));
    return V1Answer.done();
  }

  private V1Answer update(Parameters parameters, Caller caller) throws RefusedException {
    ServiceKey service = service(parameters);
    V1Registration instance = registration(service, parameters);
    if (caller.agent().readsGroups()) {
      server.update(service, instance);
    } else {
      // As in 1.4: only Java clients tell the two apart.
      server.register(service, instance, caller);
    }
    return V1Answer.done();
  }

  private V1Registration registration(ServiceKey service, Parameters parameters)
      throws RefusedException {
    return registration(service, parameters, weight(decimal(parameters.optional("weight", "1"))));
  }

  /** What is deregistered may have any weight: nobody looks at it. */
  private V1Registration registration(ServiceKey service, Parameters parameters, double weight)
      throws RefusedException {
    int port = port(Parameters.number(parameters.required("port")));
    V1Registration instance =
        new V1Registration(
            parameters.required("ip"),
            port,
            parameters.optional("clusterName", parameters.optional("cluster", DEFAULT_CLUSTER)),
            weight,
            parameters.isTrue("enabled", parameters.isTrue("enable", true)),
            parameters.isTrue("healthy", true),
            parameters.isTrue("ephemeral", server.switches().ephemeral()),
            metadata(parameters.optional("metadata", "")));
    check(
        service,
        instance.cluster(),
        instance.ip(),
        String.valueOf(instance.port()),
        instance.metadata());
    return instance;
  }

  private static double weight(double weight) throws RefusedException {
    if (!(weight >= 0 && weight <= MAX_WEIGHT)) {
      throw failed("instance format invalid: The weights range from 0.0 to 10000.0");
    }
    return weight > 0 ? Math.max(MIN_WEIGHT, weight) : weight;
  }

  private static int port(int port) throws RefusedException {
    if (port < 0 || port > MAX_PORT) {
      throw malformed("instance format invalid: Your port is illegal");
    }
    return port;
  }

  private static double decimal(String text) throws RefusedException {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw malformed("For input string: \"" + text + "\"");
    }
  }

  /** JSON, or {@code key=value,key=value} by hand. */
  private static Map<String, String> metadata(String text) throws RefusedException {
    if (text.isEmpty()) {
      return Map.of();
    }
    try {
      JsonReader in = new JsonReader(text);
      Map<String, String> metadata = in.map();
      in.end();
      return metadata;
    } catch (MalformedException e) {
      Map<String, String> metadata = new HashMap<>();
      for (String each : text.split(",")) {
        int equals = each.indexOf('=');
        if (equals <= 0 || equals == each.length() - 1 || each.indexOf('=', equals + 1) >= 0) {
          throw failed("metadata format incorrect:" + text);
        }
        metadata.put(each.substring(0, equals), each.substring(equals + 1));
      }
      return metadata;
    }
  }

  /** Whose beat it is. */
  private record Beating(String ip, int port, String cluster) {}

  /** The metadata that a beat registers, which may be longer than that of a registration. */
  private static Map<String, String> registered(Beat beat) throws RefusedException {
    Map<String, String> metadata = beat.metadata();
    long chars = 0;
    for (Map.Entry<String, String> each : metadata.entrySet()) {
      chars += each.getKey().length() + each.getValue().length();
    }
    if (chars > MAX_BEAT_METADATA_CHARS) {
      throw malformed(
          "the metadata of a beat has %d characters; the maximum is %d"
              .formatted(chars, MAX_BEAT_METADATA_CHARS));
    }
    return metadata;
  }

  /**
   * Checks all but the metadata: neither servers of 1.x nor newer ones refuse the beat of a client
   * whose metadata is too long to be registered.
   */
  private Beating beating(ServiceKey service, Parameters parameters, @Nullable Beat beat)
      throws RefusedException {
    String cluster = parameters.optional("clusterName", DEFAULT_CLUSTER);
    String ip = beat == null ? parameters.optional("ip", "") : beat.ip();
    int port = beat == null ? parameters.number("port", 0) : beat.port();
    if (beat != null && !beat.cluster().isEmpty()) {
      cluster = beat.cluster();
    }
    check(service, cluster, ip, String.valueOf(port), Map.of());
    return new Beating(ip, port, cluster);
  }

  private V1Answer beat(Parameters parameters, Caller caller) throws RefusedException {
    ServiceKey service = service(parameters);
    String text = parameters.optional("beat", "");
    if (text.isEmpty() && parameters.optional("ip", "").isEmpty()) {
      return beaten(NamingServer.UNKNOWN);
    }
    @Nullable Beat beat = text.isEmpty() ? null : Beat.parse(text);
    Beating of = beating(service, parameters, beat);
    long interval = server.beat(service, of.ip(), of.port(), of.cluster());
    if (interval == NamingServer.UNKNOWN && beat != null) {
      server.register(
          service,
          new V1Registration(
              of.ip(),
              port(of.port()),
              of.cluster(),
              // Of a registration more is refused; 1.4 takes the beat, with the greatest there is.
              weight(Math.min(MAX_WEIGHT, beat.weight())),
              true,
              true,
              beat.ephemeral(),
              registered(beat)),
          caller);
      interval = server.beat(service, of.ip(), of.port(), of.cluster());
    }
    return beaten(interval);
  }

  private V1Answer beaten(long interval) {
    Switches switches = server.switches();
    JsonBytes out = new JsonBytes(80).raw("{\"clientBeatInterval\":");
    if (interval == NamingServer.UNKNOWN) {
      out.number(switches.beatMillis()).raw(",\"code\":").number(UNKNOWN);
    } else {
      out.number(interval).raw(",\"code\":").number(OK);
      out.raw(",\"lightBeatEnabled\":").bool(switches.lightBeats());
    }
    return V1Answer.json(out.raw("}").toBytes());
  }

  private V1Answer detail(Parameters parameters) throws RefusedException {
    ServiceKey service = service(parameters);
    String cluster = parameters.optional("clusterName", DEFAULT_CLUSTER);
    String ip = parameters.required("ip");
    int port = Parameters.number(parameters.required("port"));
    check(service, cluster, ip, String.valueOf(port), Map.of());
    Optional<ListedInstance> found = server.find(service, cluster, ip, port);
    if (found.isEmpty()) {
      throw failed(missing(service, cluster));
    }
    return V1Answer.json(ServiceJson.detail(service, found.get()));
  }

  /** In the words of 1.4. */
  private String missing(ServiceKey service, String cluster) throws RefusedException {
    if (isEmpty(service, "")) {
      return "no service " + ServiceJson.grouped(service) + " found!";
    }
    return isEmpty(service, cluster)
        ? "no ips found for cluster " + cluster + " in service " + ServiceJson.grouped(service)
        : "no matched ip found!";
  }

  private boolean isEmpty(ServiceKey service, String clusters) throws RefusedException {
    return server.list(service, clusters, false, "", false).instances().isEmpty();
  }

  private V1Answer list(Parameters parameters, Caller caller) throws RefusedException {
    ServiceKey service = service(parameters);
    String clusters = parameters.optional("clusters", "");
    String asker = parameters.optional("clientIP", "");
    int port = parameters.number("udpPort", 0);
    check(service, clusters, asker, "", Map.of());
    boolean healthyOnly = parameters.optional("healthyOnly", "").equalsIgnoreCase("true");
    Switches switches = server.switches();
    // First: what changes between the answer and the subscription would never be told.
    boolean pushed =
        port > 0
            && port <= MAX_PORT
            && switches.pushes()
            && caller.agent().isPushedTo()
            && subscribers.subscribe(service, clusters, caller, asker, port);
    if (parameters.optional("isCheck", "").equalsIgnoreCase("true")
        && !server.list(service, clusters, false, asker, false).instances().isEmpty()) {
      // What 1.4 makes of this never had the results of a check in it.
      return V1Answer.json(new JsonBytes(2).raw("{}").toBytes());
    }
    return V1Answer.json(
        ServiceJson.list(
            service,
            server.list(service, clusters, healthyOnly, asker, false),
            clusters,
            caller.agent().readsGroups(),
            pushed ? switches.pushCacheMillis() : switches.cacheMillis(),
            System.currentTimeMillis()));
  }

  private V1Answer services(Parameters parameters) throws RefusedException {
    int page = parameters.requiredNumberOrZero("pageNo");
    int size = parameters.requiredNumberOrZero("pageSize");
    NamespaceId namespace = namespace(parameters);
    String group = parameters.optional("groupName", DEFAULT_GROUP);
    server.check(new RequestNames(namespace.value(), group, "", "", "", "", Map.of()));
    List<String> names =
        new ArrayList<>(server.services(namespace, group, parameters.optional("selector", "")));
    long from = Math.min(names.size(), Math.max(0, (page - 1L) * size));
    long to = from == names.size() ? from : Math.min(names.size(), from + size);
    if (to < from) {
      throw malformed("fromIndex(%d) > toIndex(%d)".formatted(from, to));
    }
    JsonBytes out = new JsonBytes(1_024).raw("{\"doms\":[");
    String separator = "";
    for (long i = from; i < to; i++) {
      out.raw(separator).string(names.get((int) i));
      separator = ",";
    }
    return V1Answer.json(out.raw("],\"count\":").number(names.size()).raw("}").toBytes());
  }
}
