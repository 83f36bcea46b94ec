package io.landbridge.front;

import io.landbridge.model.ServiceKey;

/** Writes services the way 1.4 does, to whoever asks and to whoever is pushed to. */
final class ServiceJson {

  private static final int ABOUT_HEAD = 256;
  private static final int ABOUT_INSTANCE = 512;
  private static final String GROUP_DELIMITER = "@@";

  private ServiceJson() {}

  static String grouped(ServiceKey service) {
    return service.group() + GROUP_DELIMITER + service.name();
  }

  /**
   * A list.
   *
   * @param clusters what was asked for
   * @param groups whether the reader knows names with their group
   * @param cacheMillis how soon the reader asks again
   * @param now milliseconds since 1970; readers drop what is older than what they have
   */
  static byte[] list(
      ServiceKey service,
      ListedService listed,
      String clusters,
      boolean groups,
      long cacheMillis,
      long now) {
    String grouped = grouped(service);
    String name = groups ? grouped : service.name();
    JsonBytes out = new JsonBytes(ABOUT_HEAD + listed.instances().size() * ABOUT_INSTANCE);
    out.raw("{\"hosts\":[");
    String separator = "";
    for (ListedInstance each : listed.instances()) {
      out.raw(separator);
      instance(out, each, name);
      separator = ",";
    }
    out.raw("],\"dom\":").string(name);
    out.raw(",\"name\":").string(grouped);
    out.raw(",\"cacheMillis\":").number(cacheMillis);
    out.raw(",\"lastRefTime\":").number(now);
    out.raw(",\"checksum\":\"\",\"useSpecifiedURL\":false,\"clusters\":").string(clusters);
    out.raw(",\"env\":\"\",\"metadata\":").strings(listed.metadata());
    return out.raw("}").toBytes();
  }

  private static void instance(JsonBytes out, ListedInstance instance, String name) {
    out.raw("{\"ip\":").string(instance.ip());
    out.raw(",\"port\":").number(instance.port());
    out.raw(",\"valid\":").bool(instance.healthy());
    out.raw(",\"healthy\":").bool(instance.healthy());
    out.raw(",\"marked\":false,\"instanceId\":").string(instance.id());
    out.raw(",\"metadata\":").strings(instance.metadata());
    out.raw(",\"enabled\":").bool(instance.enabled());
    out.raw(",\"weight\":").number(instance.weight());
    out.raw(",\"clusterName\":").string(instance.cluster());
    out.raw(",\"serviceName\":").string(name);
    out.raw(",\"ephemeral\":").bool(instance.ephemeral()).raw("}");
  }

  static byte[] detail(ServiceKey service, ListedInstance instance) {
    JsonBytes out = new JsonBytes(ABOUT_INSTANCE);
    out.raw("{\"service\":").string(grouped(service));
    out.raw(",\"ip\":").string(instance.ip());
    out.raw(",\"port\":").number(instance.port());
    out.raw(",\"clusterName\":").string(instance.cluster());
    out.raw(",\"weight\":").number(instance.weight());
    out.raw(",\"healthy\":").bool(instance.healthy());
    out.raw(",\"instanceId\":").string(instance.id());
    out.raw(",\"metadata\":").strings(instance.metadata());
    return out.raw("}").toBytes();
  }
}
