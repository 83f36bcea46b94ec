package io.landbridge.service;

import java.util.Objects;

/**
 * What a status says of the member itself.
 *
 * @param pluginVersion version of the plugin
 * @param server line and version of the server
 * @param member address of this member; empty while it is not known
 */
public record MemberIdentity(String pluginVersion, String server, String member) {

  /** Checks that no part is missing. */
  public MemberIdentity {
    Objects.requireNonNull(pluginVersion, "pluginVersion");
    Objects.requireNonNull(server, "server");
    Objects.requireNonNull(member, "member");
  }
}
