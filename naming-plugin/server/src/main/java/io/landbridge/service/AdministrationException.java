package io.landbridge.service;

import java.util.Objects;

/** A request an operator's front end must answer with an error. */
public final class AdministrationException extends Exception {

  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /**
   * Makes the failure.
   *
   * @param kind what kind of answer fits
   * @param message what is wrong, where, and what to do
   */
  public AdministrationException(Kind kind, String message) {
    super(message);
    this.kind = Objects.requireNonNull(kind, "kind");
  }

  /** What kind of answer fits. */
  public Kind kind() {
    return kind;
  }

  /** Kinds of failure, by what the caller can do. */
  public enum Kind {
    /** The request itself is wrong (HTTP 400). */
    BAD_REQUEST,
    /** There is no such application (HTTP 404). */
    NOT_FOUND,
    /** The state of the application forbids it (HTTP 409). */
    CONFLICT,
    /** The group has no leader or the plugin is off; try again later (HTTP 503). */
    UNAVAILABLE
  }
}
