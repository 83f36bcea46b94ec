package io.landbridge.migrate.member;

/**
 * A member that was asked something.
 *
 * @param member its address in the member list; as it was asked, when it told none
 * @param answered whether it told
 * @param reason why it did not
 */
public record AskedMember(String member, boolean answered, String reason) {}
