package io.landbridge.legacy;

/**
 * How far the export of this member is.
 *
 * @param exported instances that are registered there for this member
 * @param waiting what is to be said there and was not yet
 * @param problem why it does not get on; empty while it does
 */
record ExportProgress(int exported, int waiting, String problem) {

  static final ExportProgress NONE = new ExportProgress(0, 0, "");

  ExportProgress done(int now, int left, Refusals refusals) {
    return new ExportProgress(now, left + refusals.size(), refusals.summary().orElse(""));
  }

  /** After a round that did not look at everything. */
  ExportProgress changed(int now, int left) {
    return new ExportProgress(now, Math.max(left, waiting), problem);
  }

  ExportProgress failed(int now, String why) {
    return new ExportProgress(now, Math.max(1, waiting), why);
  }
}
