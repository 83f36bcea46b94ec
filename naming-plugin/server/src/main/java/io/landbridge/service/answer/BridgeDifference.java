package io.landbridge.service.answer;

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
 * @param lasting whether it stays so, for that reason, and keeps nobody from cutting over
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
    String reason,
    boolean lasting) {

  /** One of a whole namespace, which nobody can ask for. */
  public static BridgeDifference ofNamespace(
      String namespace, String here, String there, String reason) {
    return new BridgeDifference(
        namespace, "", "", "", "", 0, "namespace", here, there, reason, true);
  }

  /** One of an instance, which is going to be put right. */
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
        reason,
        false);
  }

  /** The same difference, which stays or does not. */
  public BridgeDifference lasting(boolean stays) {
    return new BridgeDifference(
        namespace, group, service, cluster, ip, port, field, here, there, reason, stays);
  }
}
