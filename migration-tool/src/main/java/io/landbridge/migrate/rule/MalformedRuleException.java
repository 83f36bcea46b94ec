package io.landbridge.migrate.rule;

/** A text is not a MigrationRule that can be changed without losing what somebody else wrote. */
public final class MalformedRuleException extends Exception {

  private static final long serialVersionUID = 1L;

  MalformedRuleException(String message) {
    super(message);
  }
}
