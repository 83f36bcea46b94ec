package io.landbridge.front;

import java.util.List;
import java.util.Map;

/**
 * A service as clients are told of it.
 *
 * @param instances what is left of them after everything that selects; not to be changed
 * @param metadata of the service
 */
public record ListedService(List<ListedInstance> instances, Map<String, String> metadata) {}
