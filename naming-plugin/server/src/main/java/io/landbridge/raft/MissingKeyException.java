package io.landbridge.raft;

/** This member lacks the key that an entry is signed with; others may have it. */
final class MissingKeyException extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean first;

  /**
   * Creates the failure.
   *
   * @param what which key, and what to do
   * @param first whether nothing was required yet, so that perhaps nobody has the key
   */
  MissingKeyException(String what, boolean first) {
    super(what);
    this.first = first;
  }

  /** Whether the members can agree to skip the entry: nothing was required yet. */
  boolean isFirst() {
    return first;
  }
}
