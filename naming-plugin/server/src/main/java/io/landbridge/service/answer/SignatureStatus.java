package io.landbridge.service.answer;

/**
 * Whether entries of the log must be signed. Ids of keys are no secrets.
 *
 * @param required the id of the key they must be signed with; empty while they need not be signed
 * @param own the id of the key of this member's identity; empty when it has none
 */
public record SignatureStatus(String required, String own) {}
