package io.landbridge.service;

import io.landbridge.model.ImportedInstance;

/**
 * Something of one instance that is not the same in both clusters.
 *
 * @param namespace the namespace
 * @param group the Nacos group
 * @param service the service
 * @param cluster the Nacos cluster label
 * @param ip the address
 * @param port the port
 * @param field what is different
 * @param here what it is in this cluster
 * @param there what it is in the legacy cluster
 * @param reason why that is so
 */
public record BridgeDifference(
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

  /** One of a whole namespace. */
  public static BridgeDifference ofNamespace(
      String namespace, String here, String there, String reason) {
    return new BridgeDifference(namespace, "", "", "", "", 0, "namespace", here, there, reason);
  }

  /** One of an instance. */
  public static BridgeDifference of(
      ImportedInstance.Key key, String field, String here, String there, String reason) {
    return new BridgeDifference(
        key.service().namespace().value(),
        key.service().group(),
        key.service().name(),
        key.cluster(),
        key.ip(),
        key.port(),
        field,
        here,
        there,
        reason);
  }
}
