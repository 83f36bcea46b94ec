package io.landbridge.compat.program;

/**
 * A program as Dubbo knows it.
 *
 * @param application its name
 * @param registry the registry's address, a URL
 */
public record Participant(String application, String registry) {}
