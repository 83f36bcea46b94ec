package io.landbridge.migrate.plan;

/** A text is not a plan this version can read. */
public final class MalformedPlanException extends Exception {

  private static final long serialVersionUID = 1L;

  MalformedPlanException(String message) {
    super(message);
  }
}
