package io.landbridge.document;

import java.util.EnumSet;
import java.util.Set;

/**
 * Why a document cannot be had. Of what several providers gave, the reason that comes last says
 * most.
 */
public enum Reason {
  /** Too many documents are looked for at once. */
  BUSY("busy"),
  /** A provider would have to be asked, and a setting forbids that. */
  ASKING_OFF("asking-off"),
  /** A provider would have to be asked, and its application is not switched on. */
  NOT_SWITCHED_ON("not-switched-on"),
  /** The provider's metadata service speaks a protocol that is not spoken here. */
  UNKNOWN_PROTOCOL("unknown-protocol"),
  /** No connection: the provider is gone, or the network does not let the server through. */
  UNREACHABLE("unreachable"),
  /** Connected, and no full answer in time. */
  NO_ANSWER("no-answer"),
  /** The provider, or the configuration centre, answered that it does not do this. */
  REFUSED("refused"),
  /** The provider does not have this revision, or the configuration centre has no such data. */
  NO_SUCH_REVISION("no-such-revision"),
  /** The answer is larger than is read. */
  TOO_LARGE("too-large"),
  /** The answer is no document. */
  MALFORMED("malformed"),
  /** The answer is a document with another hash than the revision that was asked for. */
  WRONG_HASH("wrong-hash"),
  /** A defect of ours; the log has more. */
  FAULT("fault");

  private final String label;

  Reason(String label) {
    this.label = label;
  }

  /** For metrics. */
  public String label() {
    return label;
  }

  /** What asking somebody can end with, as opposed to asking nobody. */
  static Set<Reason> ofPlaces() {
    return EnumSet.range(UNREACHABLE, FAULT);
  }
}
