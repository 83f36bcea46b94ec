package io.landbridge.service.answer;

/**
 * The digest of a member's catalog at one point of the log.
 *
 * @param member address of the member
 * @param applied number of entries applied at that point
 * @param digest checksum of everything stored then, lower-case hexadecimal; members with the same
 *     {@code applied} must have the same
 */
public record DigestStatus(String member, long applied, String digest) {}
