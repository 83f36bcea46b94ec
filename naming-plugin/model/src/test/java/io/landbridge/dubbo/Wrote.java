package io.landbridge.dubbo;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Registrations in the form in which each kind of client was seen to make them, all of application
 * {@code shop} at 192.0.2.7:20880. Changes are keys and values in turn; no value takes a key out.
 */
final class Wrote {

  static final String GREET = "demo.GreetService:1.0.0:grpA";
  static final String ORDER = "demo.OrderService:2.0.0:";
  static final String PLAIN = "demo.PlainService::";

  private static final String HASH = "0123456789abcdef0123456789abcdef";

  private Wrote() {}

  /** Dubbo 2.7, and 3 where it registers interfaces. */
  static Registration dubbo27(String service, String... changes) {
    Map<String, String> metadata = dubbo26Metadata(service);
    metadata.put("path", metadata.get("interface"));
    metadata.put("release", "2.7.23");
    metadata.put("metadata-type", "remote");
    return registration("providers:" + service, changed(metadata, changes));
  }

  /** Dubbo 2.6: no path, no release, and what is empty left out of the name with its colon. */
  static Registration dubbo26(String service, String... changes) {
    return registration(
        "providers:" + service.replaceAll(":+$", "").replace("::", ":"),
        changed(dubbo26Metadata(service), changes));
  }

  /** Dubbo 2.7 with {@code simplified=true}: no interface, methods, side, generic, pid. */
  static Registration simplified(String service, String... changes) {
    Registration full = dubbo27(service);
    Map<String, String> metadata = new TreeMap<>(full.metadata());
    metadata
        .keySet()
        .removeAll(
            List.of("interface", "methods", "side", "generic", "pid", "anyhost", "metadata-type"));
    return registration(full.service().name(), changed(metadata, changes));
  }

  /** Dubbo for Go. */
  static Registration dubboGo(String service, String... changes) {
    Map<String, String> metadata = dubbo26Metadata(service);
    metadata.put("path", "/" + metadata.get("interface"));
    metadata.put("release", "dubbo-golang-3.0.0");
    metadata.put("bean.name", "GreetProvider");
    metadata.put("weight", "1");
    return registration("providers:" + service, changed(metadata, changes));
  }

  /** Dubbo 3 at the application level, with its metadata in the configuration centre. */
  static Registration application(String... changes) {
    Map<String, String> metadata = new TreeMap<>();
    metadata.put(MetadataKeys.REVISION, HASH);
    metadata.put(MetadataKeys.STORAGE_TYPE, "remote");
    metadata.put(MetadataKeys.ENDPOINTS, "[{\"port\":20880,\"protocol\":\"dubbo\"}]");
    metadata.put("timestamp", "1795176524665");
    return registration("shop", changed(metadata, changes));
  }

  private static Map<String, String> dubbo26Metadata(String service) {
    String[] name = service.split(":", -1);
    return changed(
        new TreeMap<>(
            Map.of(
                "side", "provider",
                "application", "shop",
                "category", "providers",
                "dubbo", "2.0.2",
                "generic", "false",
                "anyhost", "true",
                "pid", "4711",
                "timestamp", "1795176524665")),
        "interface",
        name[0],
        "methods",
        "hello",
        "protocol",
        "dubbo",
        "version",
        name[1].isEmpty() ? null : name[1],
        "group",
        name[2].isEmpty() ? null : name[2]);
  }

  private static Map<String, String> changed(Map<String, String> metadata, String... changes) {
    for (int i = 0; i < changes.length; i += 2) {
      if (changes[i + 1] == null) {
        metadata.remove(changes[i]);
      } else {
        metadata.put(changes[i], changes[i + 1]);
      }
    }
    return metadata;
  }

  static Registration registration(String service, Map<String, String> metadata) {
    return new Registration(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", service),
        "",
        "192.0.2.7",
        20880,
        "DEFAULT",
        true,
        true,
        true,
        metadata);
  }

  /** The same at another port. */
  static Registration at(int port, Registration from) {
    return at(from.ip(), port, from);
  }

  /** The same at another address. */
  static Registration at(String ip, int port, Registration from) {
    return new Registration(
        from.service(),
        from.client(),
        ip,
        port,
        from.cluster(),
        from.healthy(),
        from.enabled(),
        from.ephemeral(),
        from.metadata());
  }

  /** The same in another Nacos group. */
  static Registration in(String group, Registration from) {
    return named(new ServiceKey(from.service().namespace(), group, from.service().name()), from);
  }

  /** The same in another Nacos service. */
  static Registration named(String service, Registration from) {
    return named(new ServiceKey(from.service().namespace(), from.service().group(), service), from);
  }

  private static Registration named(ServiceKey service, Registration from) {
    return new Registration(
        service,
        from.client(),
        from.ip(),
        from.port(),
        from.cluster(),
        from.healthy(),
        from.enabled(),
        from.ephemeral(),
        from.metadata());
  }

  /** The same, disabled by an operator. */
  static Registration disabled(Registration from) {
    return new Registration(
        from.service(),
        from.client(),
        from.ip(),
        from.port(),
        from.cluster(),
        from.healthy(),
        false,
        from.ephemeral(),
        from.metadata());
  }

  /** The same, kept when its client is gone. */
  static Registration persistent(Registration from) {
    return new Registration(
        from.service(),
        from.client(),
        from.ip(),
        from.port(),
        from.cluster(),
        from.healthy(),
        from.enabled(),
        false,
        from.metadata());
  }
}
