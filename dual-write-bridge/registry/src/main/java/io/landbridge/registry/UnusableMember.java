package io.landbridge.registry;

import io.landbridge.model.LogText;

/**
 * An entry of a member list at whose address nobody can be asked, such as a host name with an
 * underscore. It keeps no other member from being asked.
 *
 * @param shown its address as it may be shown
 */
public record UnusableMember(String shown) {

  /** What is wrong with it, and what to do. */
  public static final String REASON =
      "the member list has no usable address for it; correct conf/cluster.conf";

  /** Makes it fit to be shown. */
  public UnusableMember {
    shown = shown.isBlank() ? "(no address)" : LogText.of(shown);
  }
}
