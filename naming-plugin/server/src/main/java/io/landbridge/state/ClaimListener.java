package io.landbridge.state;

import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import java.util.Optional;

/** Is told which instances changed, one by one. */
@FunctionalInterface
public interface ClaimListener {

  /**
   * An instance was claimed, by whomever, or is gone. Called on the apply thread after it can be
   * read; must be quick. Not called when a snapshot took the place of everything.
   *
   * @param instance the instance
   * @param owner whose it is now; empty when it is gone
   */
  void changed(InstanceKey instance, Optional<MemberId> owner);
}
