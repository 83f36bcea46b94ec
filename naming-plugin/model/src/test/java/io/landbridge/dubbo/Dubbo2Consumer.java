package io.landbridge.dubbo;

import java.util.Map;

/**
 * A Dubbo 2.x consumer of one service: what it makes of an instance it is shown, as seen with real
 * ones.
 *
 * @param interfaceName the interface it refers to
 * @param version the version; empty for none
 * @param group the group; empty for none
 */
record Dubbo2Consumer(String interfaceName, String version, String group) {

  static Dubbo2Consumer of(ServiceEntry entry) {
    return new Dubbo2Consumer(entry.name(), entry.version(), entry.group());
  }

  /** The Nacos service that Dubbo 2.6 asks for. */
  String legacyName() {
    return "providers:"
        + interfaceName
        + (version.isEmpty() ? "" : ":" + version)
        + (group.isEmpty() ? "" : ":" + group);
  }

  /** The Nacos service that Dubbo 2.7 asks for. It puts no dollar into a name, 2.6 does. */
  String name() {
    return ("providers:" + interfaceName + ":" + version + ":" + group).replace("$", "___");
  }

  /** Whether a call to the instance succeeds. */
  boolean calls(Map<String, String> metadata) {
    String offered = metadata.getOrDefault("interface", metadata.getOrDefault("path", ""));
    return metadata.containsKey("protocol")
        && !metadata.get("protocol").equals("tri")
        && offered.equals(interfaceName)
        && metadata.getOrDefault("category", "providers").equals("providers")
        && metadata.getOrDefault("enabled", "true").equals("true")
        && metadata.getOrDefault("disabled", "false").equals("false")
        && metadata.getOrDefault("version", "").equals(version)
        && metadata.getOrDefault("group", "").equals(group)
        && !metadata.getOrDefault("serialization", "").equals("fastjson2");
  }
}
