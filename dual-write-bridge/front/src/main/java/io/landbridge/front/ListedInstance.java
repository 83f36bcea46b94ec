package io.landbridge.front;

import java.util.Map;

/**
 * An instance as clients are told of it. Made by the thousand and read at once: the metadata is not
 * copied and must not change meanwhile.
 *
 * @param ip of the instance
 * @param port of the instance
 * @param id the server's name for it
 * @param cluster the label inside the service
 * @param weight for those who choose
 * @param enabled whether it may be called
 * @param healthy whether it is well, or to be taken for it
 * @param ephemeral whether it lives by its beats
 * @param metadata without null keys and values
 */
public record ListedInstance(
    String ip,
    int port,
    String id,
    String cluster,
    double weight,
    boolean enabled,
    boolean healthy,
    boolean ephemeral,
    Map<String, String> metadata) {}
