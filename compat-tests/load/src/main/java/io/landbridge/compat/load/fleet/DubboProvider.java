package io.landbridge.compat.load.fleet;

import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServiceName;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A provider process.
 *
 * @param line which Dubbo it runs on
 * @param application its name
 * @param ip its address
 * @param port of the dubbo protocol
 * @param pid its process id
 * @param started when it started, milliseconds since 1970
 * @param interfaces what it offers, each {@code interface}, {@code interface:version} or {@code
 *     interface:version:group}
 */
public record DubboProvider(
    DubboLine line,
    String application,
    String ip,
    int port,
    long pid,
    long started,
    List<String> interfaces) {

  /** Copies the list. */
  public DubboProvider {
    interfaces = List.copyOf(interfaces);
  }

  /** What it registers: one instance in the service of each interface. */
  public SortedMap<ServiceName, Instance> registrations() {
    SortedMap<ServiceName, Instance> all = new TreeMap<>(Comparator.comparing(ServiceName::name));
    for (String each : interfaces) {
      String[] parts = (each + "::").split(":", -1);
      all.put(
          ServiceName.of("providers:" + parts[0] + ":" + parts[1] + ":" + parts[2]),
          Instance.of(ip, port, metadata(parts[0], parts[1], parts[2])));
    }
    return Collections.unmodifiableSortedMap(all);
  }

  /**
   * What several processes register as one batch of one connection.
   *
   * @param providers of the same interface, at different ips
   * @return the instances, in their order
   */
  public static List<Instance> batch(List<DubboProvider> providers) {
    return providers.stream()
        .flatMap(provider -> provider.registrations().values().stream())
        .collect(Collectors.toUnmodifiableList());
  }

  private SortedMap<String, String> metadata(
      String interfaceName, String version, String serviceGroup) {
    SortedMap<String, String> metadata = new TreeMap<>(line.parameters());
    metadata.put("application", application);
    metadata.put("category", "providers");
    metadata.put("deprecated", "false");
    metadata.put("dubbo", "2.0.2");
    metadata.put("dynamic", "true");
    metadata.put("generic", "false");
    metadata.put("interface", interfaceName);
    metadata.put("methods", "add,find,hello,list");
    metadata.put("path", interfaceName);
    metadata.put("protocol", "dubbo");
    metadata.put("side", "provider");
    metadata.put("timestamp", Long.toString(started));
    if (!version.isEmpty()) {
      metadata.put("version", version);
      metadata.put("revision", version);
    }
    if (!serviceGroup.isEmpty()) {
      metadata.put("group", serviceGroup);
    }
    if (line.tellsPid()) {
      metadata.put("pid", Long.toString(pid));
      metadata.put(
          "service.name",
          "ServiceBean:"
              + (serviceGroup.isEmpty() ? "" : serviceGroup)
              + "/"
              + interfaceName
              + (version.isEmpty() ? "" : ":" + version));
    }
    return metadata;
  }
}
