package io.landbridge.bridge.imports;

/**
 * Names the steps an import takes for an instance that a reading of its service lacks. Pure; {@code
 * docs/bridge.md} shows the table of {@link #of}. What is new or different is imported with the
 * reading that finds it: see {@link ImportDifference}.
 */
enum ImportStep {
  /** Nothing: the reading does not say enough. */
  KEEP,

  /** It is no longer imported. */
  REMOVE,

  /** It stays until the legacy cluster has settled, or the time of a hold is over. */
  HOLD,

  /** It stays, and everything is read at once to find out. */
  READ_ALL;

  /** How the service was read. */
  enum Reading {
    /** With all others. */
    EVERYTHING,

    /** Alone, from the member that the instances are registered with. */
    ONE_SERVICE
  }

  /** How far the import believes that missing instances are gone. */
  enum Gaps {
    /** Nobody has read everything before, so that nothing is known to have been there. */
    UNKNOWN,

    /** Too many are gone at once, and it was decided to wait. */
    HELD,

    /** Too many may be gone, and nobody has looked at everything yet. */
    DOUBTED,

    /** They are few, or have been gone for long. */
    BELIEVED
  }

  /** The table: what to do about an instance that is gone. */
  static ImportStep of(Reading reading, Gaps gaps) {
    return switch (gaps) {
      case UNKNOWN -> KEEP;
      case HELD -> reading == Reading.EVERYTHING ? HOLD : KEEP;
      case DOUBTED -> reading == Reading.EVERYTHING ? HOLD : READ_ALL;
      case BELIEVED -> REMOVE;
    };
  }
}
