package io.landbridge.service.answer;

/**
 * A configuration that migrating needs, as the database has it.
 *
 * @param exists whether there is one
 * @param content its content; empty when there is none
 * @param written whether it is there because of this request
 */
public record ConfigurationStatus(boolean exists, String content, boolean written) {}
