package io.landbridge.migrate.backup;

/**
 * Where a backup comes from.
 *
 * @param createdAt when, in ISO 8601
 * @param createdBy which command
 * @param member whose catalog it is
 * @param plugin the version of the plugin there
 * @param nacos the server there
 * @param stale whether it was taken without a leader, so that it may lack what others had committed
 * @param applied how many commands the member had applied when it began
 * @param digest of its catalog then
 */
public record BackupHeader(
    String createdAt,
    String createdBy,
    String member,
    String plugin,
    String nacos,
    boolean stale,
    long applied,
    String digest) {}
