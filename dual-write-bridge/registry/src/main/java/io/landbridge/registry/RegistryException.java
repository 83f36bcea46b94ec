package io.landbridge.registry;

import java.util.Objects;

/** A server could not be asked, or did not answer as it should: what, where and what to do. */
public final class RegistryException extends Exception {

  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final String what;
  private final String where;
  private final String advice;

  /**
   * Makes the failure.
   *
   * @param kind the kind a caller can act on
   * @param what what went wrong
   * @param where the URL, without secrets
   * @param advice what an operator can do about it
   */
  public RegistryException(Kind kind, String what, String where, String advice) {
    super(what + ": " + where + ": " + advice);
    this.kind = Objects.requireNonNull(kind, "kind");
    this.what = Objects.requireNonNull(what, "what");
    this.where = Objects.requireNonNull(where, "where");
    this.advice = Objects.requireNonNull(advice, "advice");
  }

  /** The kind a caller can act on. */
  public Kind kind() {
    return kind;
  }

  /** What went wrong. */
  public String what() {
    return what;
  }

  /** The URL, without secrets. */
  public String where() {
    return where;
  }

  /** What an operator can do about it. */
  public String advice() {
    return advice;
  }

  /**
   * Whether it says something of what was asked, and not of the cluster, the user or the
   * connection: whoever asks for many things can go on with the next. One thing may be larger than
   * any answer, or change whenever it is read, and the others are not.
   */
  public boolean concernsOne() {
    return switch (kind) {
      case REFUSED, CONFLICT, NOT_FOUND, UNEXPECTED_ANSWER, TOO_LARGE, INCOMPLETE -> true;
      case UNREACHABLE, UNAUTHORISED, UNAVAILABLE, PLUGIN_MISSING, INTERRUPTED -> false;
    };
  }

  /** What can go wrong. */
  public enum Kind {
    /** No server of the list could be connected to, or none answered in time. */
    UNREACHABLE,
    /** The user name, the password or the user's permissions do not suffice. */
    UNAUTHORISED,
    /** There is no such thing at this address; for the whole server: a wrong context path. */
    NOT_FOUND,
    /** The server says it cannot answer now; trying again later may help. */
    UNAVAILABLE,
    /** The server understood and refuses. */
    REFUSED,
    /** The state of what was asked for forbids it. */
    CONFLICT,
    /** The answer is larger than the limit of the connection. */
    TOO_LARGE,
    /** The answer is none of the shapes this server's API has. */
    UNEXPECTED_ANSWER,
    /** A list came with less than the server said it holds, however often it was read. */
    INCOMPLETE,
    /** The server answers, but has no Landbridge plugin. */
    PLUGIN_MISSING,
    /** The calling thread was interrupted. */
    INTERRUPTED
  }
}
