package io.landbridge.membership;

import io.landbridge.model.MemberId;

/**
 * One change of the group's peers.
 *
 * @param kind what is done
 * @param peer with whom
 */
record PeerChange(Kind kind, MemberId peer) {

  /** What is done with a peer. */
  enum Kind {
    /** It gets a vote. */
    ADD,
    /** It loses its vote. */
    REMOVE
  }

  @Override
  public String toString() {
    return switch (kind) {
      case ADD -> "adding " + peer;
      case REMOVE -> "removing " + peer;
    };
  }
}
