package io.landbridge.service.answer;

import io.landbridge.model.Endpoint;
import java.util.List;
import java.util.Map;

/**
 * One instance, as an operator sees it.
 *
 * @param group the Nacos group
 * @param ip the address
 * @param port the port of the first endpoint
 * @param endpoints every port and protocol
 * @param cluster the Nacos cluster label
 * @param healthy whether it is healthy
 * @param enabled whether it is enabled
 * @param revision its metadata revision
 * @param origin where it comes from
 * @param owner the member that answers for it
 * @param attributes values of this process alone
 */
public record InstanceStatus(
    String group,
    String ip,
    int port,
    List<Endpoint> endpoints,
    String cluster,
    boolean healthy,
    boolean enabled,
    String revision,
    String origin,
    String owner,
    Map<String, String> attributes) {}
