package io.landbridge.migrate.member;

import io.landbridge.model.LogText;

/**
 * A member that was asked something.
 *
 * @param member its address in the member list; as it was asked, when it told none
 * @param answered whether it told
 * @param reason why it did not
 */
public record AskedMember(String member, boolean answered, String reason) {

  /** One of a member list at whose address nobody can be asked; it keeps no other from it. */
  public static AskedMember unusable(String member) {
    return new AskedMember(
        member.isBlank() ? "(no address)" : LogText.of(member),
        false,
        "the member list has no usable address for it; correct conf/cluster.conf");
  }
}
