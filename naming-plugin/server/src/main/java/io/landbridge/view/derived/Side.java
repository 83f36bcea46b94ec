package io.landbridge.view.derived;

/** What of a service a caller gets, while an application in it is shown to some callers first. */
public enum Side {
  /** Everything that is derived. */
  SHOWN,
  /** Only what is derived of applications that everybody is shown. */
  WITHHELD
}
