package io.landbridge.registry.plugin;

import java.util.HashMap;
import java.util.Map;

/**
 * Whose consumers are asked for; what is empty makes no difference.
 *
 * @param namespace the namespace of the service
 * @param service its name
 * @param serviceInterface the Java interface it stands for
 * @param application an application: its own service, and those of the interfaces it offers
 */
public record PluginConsumerQuery(
    String namespace, String service, String serviceInterface, String application) {

  /** As the admin API takes it. */
  Map<String, String> parameters() {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("namespace", namespace);
    parameters.put("service", service);
    parameters.put("interface", serviceInterface);
    parameters.put("application", application);
    parameters.values().removeIf(String::isEmpty);
    return parameters;
  }
}
