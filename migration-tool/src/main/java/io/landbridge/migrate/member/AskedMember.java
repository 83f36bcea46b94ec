package io.landbridge.migrate.member;

import io.landbridge.registry.UnusableMember;

/**
 * A member that was asked something.
 *
 * @param member its address in the member list; as it was asked, when it told none
 * @param answered whether it told
 * @param reason why it did not
 */
public record AskedMember(String member, boolean answered, String reason) {

  /** One of a member list at whose address nobody can be asked. */
  static AskedMember unusable(String member) {
    return new AskedMember(new UnusableMember(member).shown(), false, UnusableMember.REASON);
  }
}
