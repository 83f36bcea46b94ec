package io.landbridge.registry.plugin;

/**
 * Something of one instance that is not the same in both clusters.
 *
 * @param namespace the namespace
 * @param group the Nacos group
 * @param service the service
 * @param cluster the Nacos cluster label; empty when not known
 * @param ip the address
 * @param port the port
 * @param field what is different
 * @param here what it is in this cluster
 * @param there what it is in the legacy cluster
 * @param reason why that is so
 */
public record PluginBridgeDifference(
    String namespace,
    String group,
    String service,
    String cluster,
    String ip,
    int port,
    String field,
    String here,
    String there,
    String reason) {

  /** Whether it is of a whole namespace, of which nothing is known. */
  public boolean concernsNamespace() {
    return field.equals("namespace");
  }
}
