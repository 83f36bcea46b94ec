package io.landbridge.compat.program;

/**
 * What a service is called in the registry.
 *
 * @param type the interface: {@code T} or one that extends it
 * @param group empty for none
 * @param version empty for none
 */
public record ServiceName<T>(Class<? extends T> type, String group, String version) {}
