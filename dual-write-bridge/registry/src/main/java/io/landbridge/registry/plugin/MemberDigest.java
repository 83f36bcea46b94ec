package io.landbridge.registry.plugin;

import io.landbridge.registry.ServerAddress;

/**
 * The digest of a member's catalog at one point of the log.
 *
 * @param asked the server that was asked
 * @param member its own address in the member list
 * @param applied number of entries applied at that point
 * @param digest of the content; equal for members with the same {@code applied}
 */
public record MemberDigest(ServerAddress asked, String member, long applied, String digest) {}
