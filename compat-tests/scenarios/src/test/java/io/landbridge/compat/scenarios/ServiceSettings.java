package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.load.wire.ServiceName;
import java.util.Map;
import java.util.TreeMap;

/** What an operator sets for services, with the API of the server's line. */
record ServiceSettings(NacosApi api) {

  /**
   * Makes a service of the server's own.
   *
   * @param protectThreshold 0 to 1
   * @param selector JSON; empty for none
   */
  void create(ServiceName service, String protectThreshold, String selector) {
    done(api.post(path("/service"), settings(service, protectThreshold, selector)));
  }

  /** Changes one that the server has. */
  void update(ServiceName service, String protectThreshold, String selector) {
    done(api.put(path("/service"), settings(service, protectThreshold, selector)));
  }

  private static Map<String, String> settings(
      ServiceName service, String protectThreshold, String selector) {
    Map<String, String> settings = named(service);
    settings.put("protectThreshold", protectThreshold);
    settings.put("metadata", "{}");
    if (!selector.isEmpty()) {
      settings.put("selector", selector);
    }
    return settings;
  }

  private static Map<String, String> named(ServiceName service) {
    return new TreeMap<>(
        Map.of(
            "namespaceId", service.namespace(),
            "groupName", service.group(),
            "serviceName", service.name()));
  }

  private String path(String what) {
    return (api.version().line() == 3 ? "/v3/admin/ns" : "/v1/ns") + what;
  }

  private static void done(NacosApi.Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }
}
