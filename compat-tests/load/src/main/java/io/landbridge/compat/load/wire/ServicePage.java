package io.landbridge.compat.load.wire;

import java.util.List;

/**
 * A page of the list of services.
 *
 * @param total how many services the group has
 * @param names of this page, without the group
 */
public record ServicePage(int total, List<String> names) {

  /** Copies the list. */
  public ServicePage {
    names = List.copyOf(names);
  }
}
