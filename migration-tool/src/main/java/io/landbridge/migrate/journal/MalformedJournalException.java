package io.landbridge.migrate.journal;

/** A file is not a journal, not whole, or of another plan. */
public final class MalformedJournalException extends Exception {

  private static final long serialVersionUID = 1L;

  MalformedJournalException(String message) {
    super(message);
  }
}
