package io.landbridge.service.answer;

/**
 * An application that changed, or is gone.
 *
 * @param namespace the namespace
 * @param application the name
 * @param applied the applied count of its last change
 */
public record ChangedApplication(String namespace, String application, long applied) {}
