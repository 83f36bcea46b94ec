package io.landbridge.front;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A registry in memory that keeps what it is told. For one test; safe for several threads. */
public final class MemoryServer implements NamingServer {

  private final Map<ServiceKey, Map<String, V1Registration>> services = new LinkedHashMap<>();
  private final List<String> beats = new ArrayList<>();
  private final Set<ServiceKey> personal = new HashSet<>();
  private @Nullable Error failure;
  private Switches switches = new Switches(5_000, true, 3_000, 10_000, true, true);

  public synchronized void set(Switches changed) {
    switches = changed;
  }

  /** Lists end in an error from now on; null: not any more. */
  public synchronized void failing(@Nullable Error error) {
    failure = error;
  }

  /** What this service shows depends on who asks from now on. */
  public synchronized void personal(ServiceKey service) {
    personal.add(service);
  }

  public synchronized Map<String, V1Registration> in(ServiceKey service) {
    return Map.copyOf(services.getOrDefault(service, Map.of()));
  }

  public synchronized List<String> beats() {
    return List.copyOf(beats);
  }

  @Override
  public synchronized Switches switches() {
    return switches;
  }

  @Override
  public String status() {
    return "UP";
  }

  @Override
  public byte[] switchesJson() {
    return "{}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  /** By some of the rules of a real one. */
  @Override
  public void check(RequestNames names) throws RefusedException {
    int metadata = 0;
    for (Map.Entry<String, String> each : names.metadata().entrySet()) {
      metadata += each.getKey().length() + each.getValue().length();
    }
    for (String each : List.of(names.service(), names.group(), names.clusters(), names.ip())) {
      if (each.length() > 512 || each.chars().anyMatch(Character::isWhitespace)) {
        throw new RefusedException(400, "a name is illegal");
      }
    }
    if (metadata > 1_024) {
      throw new RefusedException(400, "the metadata is illegal");
    }
  }

  @Override
  public synchronized void register(ServiceKey service, V1Registration instance, Caller caller) {
    services
        .computeIfAbsent(service, same -> new LinkedHashMap<>())
        .put(instance.ip() + ":" + instance.port(), instance);
  }

  @Override
  public synchronized void deregister(ServiceKey service, V1Registration instance) {
    services
        .getOrDefault(service, new LinkedHashMap<>())
        .remove(instance.ip() + ":" + instance.port());
  }

  @Override
  public synchronized void update(ServiceKey service, V1Registration instance)
      throws RefusedException {
    if (!services.containsKey(service)) {
      throw new RefusedException(400, "service not found");
    }
    services.get(service).put(instance.ip() + ":" + instance.port(), instance);
  }

  @Override
  public synchronized long beat(ServiceKey service, String ip, int port, String cluster) {
    V1Registration known = in(service).get(ip + ":" + port);
    if (known == null) {
      return UNKNOWN;
    }
    beats.add(service + " " + ip + ":" + port);
    return interval(known.metadata().getOrDefault("preserved.heart.beat.interval", ""));
  }

  /** What is not a number is not an interval, as with real servers. */
  private static long interval(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 5_000;
    }
  }

  @Override
  public synchronized ListedService list(
      ServiceKey service, String clusters, boolean healthyOnly, String asker, boolean fresh) {
    if (failure != null) {
      throw failure;
    }
    List<ListedInstance> found = new ArrayList<>();
    Set<String> wanted =
        clusters.isEmpty() ? Set.of() : new HashSet<>(List.of(clusters.split(",")));
    for (V1Registration each : services.getOrDefault(service, Map.of()).values()) {
      if ((wanted.isEmpty() || wanted.contains(each.cluster()))
          && (!healthyOnly || each.healthy())
          && (!personal.contains(service) || each.ip().equals(asker))) {
        found.add(listed(service, each));
      }
    }
    return new ListedService(found, Map.of());
  }

  private static ListedInstance listed(ServiceKey service, V1Registration each) {
    return new ListedInstance(
        each.ip(),
        each.port(),
        each.ip() + "#" + each.port() + "#" + each.cluster() + "#" + ServiceJson.grouped(service),
        each.cluster(),
        each.weight(),
        each.enabled(),
        each.healthy(),
        each.ephemeral(),
        each.metadata());
  }

  @Override
  public synchronized boolean dependsOnAsker(ServiceKey service) {
    return personal.contains(service);
  }

  @Override
  public Optional<ListedInstance> find(ServiceKey service, String cluster, String ip, int port) {
    return Optional.ofNullable(in(service).get(ip + ":" + port))
        .filter(each -> each.cluster().equals(cluster))
        .map(each -> listed(service, each));
  }

  @Override
  public synchronized Collection<String> services(
      NamespaceId namespace, String group, String selector) {
    return services.keySet().stream()
        .filter(each -> each.namespace().equals(namespace) && each.group().equals(group))
        .map(ServiceKey::name)
        .filter(Objects::nonNull)
        .toList();
  }
}
