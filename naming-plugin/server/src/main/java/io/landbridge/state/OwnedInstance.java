package io.landbridge.state;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.MemberId;
import java.util.Objects;

/**
 * An instance in the catalog, with the member that answers for it.
 *
 * @param instance the instance
 * @param owner the member that claimed it last
 * @param epoch the start of that member, milliseconds since 1970
 */
public record OwnedInstance(ApplicationInstance instance, MemberId owner, long epoch) {

  /** Checks that no part is missing. */
  public OwnedInstance {
    Objects.requireNonNull(instance, "instance");
    Objects.requireNonNull(owner, "owner");
  }
}
