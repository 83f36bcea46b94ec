package io.landbridge.bridge.imports;

/**
 * Names the steps an import takes for an instance after a reading of its service. Pure; {@code
 * docs/bridge.md} shows the table of {@link #of}.
 */
enum ImportStep {
  /** Nothing: it is the same, or the reading does not say enough. */
  KEEP,

  /** It is imported as it is there. */
  PUT,

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
    ONE_SERVICE,

    /** Alone, from a member that knows of the instances from another one. */
    HEARSAY
  }

  /** How the instance in the reading compares with the imported one. */
  enum Found {
    NEW,
    DIFFERENT,
    SAME,
    GONE
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

  /** The table: what to do about an instance. */
  static ImportStep of(Reading reading, Found found, Gaps gaps) {
    return switch (found) {
      case NEW, DIFFERENT -> PUT;
      case SAME -> KEEP;
      case GONE -> ofGone(reading, gaps);
    };
  }

  private static ImportStep ofGone(Reading reading, Gaps gaps) {
    if (reading == Reading.HEARSAY || gaps == Gaps.UNKNOWN) {
      return KEEP;
    }
    return switch (gaps) {
      case BELIEVED -> REMOVE;
      case DOUBTED -> reading == Reading.EVERYTHING ? HOLD : READ_ALL;
      default -> reading == Reading.EVERYTHING ? HOLD : KEEP;
    };
  }
}
