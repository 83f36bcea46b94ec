package io.landbridge.migrate.install;

/** A given directory, file or setting that nothing can be installed with: what, where, advice. */
public final class InstallException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String what;
  private final String where;
  private final String advice;

  InstallException(String what, String where, String advice) {
    super(what + ": " + where + ": " + advice);
    this.what = what;
    this.where = where;
    this.advice = advice;
  }

  /** Returns what is wrong. */
  public String what() {
    return what;
  }

  /** Returns the directory, file or setting. */
  public String where() {
    return where;
  }

  /** Returns what to do. */
  public String advice() {
    return advice;
  }
}
