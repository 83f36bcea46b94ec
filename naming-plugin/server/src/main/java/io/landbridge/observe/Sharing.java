package io.landbridge.observe;

/** What clients of other members have at the address of an instance that this member holds. */
enum Sharing {
  /** Nothing. */
  NONE,

  /** Something that does not say which process it is of. */
  UNRELATED,

  /**
   * The same, and this member is the one that puts right what is in the catalog and no client there
   * has registered.
   */
  FIRST_UNRELATED,

  /** More that says which process it is of; each of these members folds all of it. */
  PART,

  /** The same, and this member is the one that puts right what is in the catalog. */
  FIRST_PART;

  /** Whether all members that have a part fold the same. */
  boolean isPart() {
    return this == PART || this == FIRST_PART;
  }
}
