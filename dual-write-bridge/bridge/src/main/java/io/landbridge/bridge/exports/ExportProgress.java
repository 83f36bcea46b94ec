package io.landbridge.bridge.exports;

import io.landbridge.bridge.legacy.RejectedExports;

/**
 * How far the export of this member is.
 *
 * @param exported instances that are registered there for this member
 * @param waiting what is to be said there and was not yet
 * @param problem why it does not get on; empty while it does
 */
public record ExportProgress(int exported, int waiting, String problem) {

  public static final ExportProgress NONE = new ExportProgress(0, 0, "");

  public ExportProgress done(int now, int left, RejectedExports rejected) {
    return new ExportProgress(now, left + rejected.size(), rejected.summary().orElse(""));
  }

  /** After a round that did not look at everything. */
  public ExportProgress changed(int now, int left) {
    return new ExportProgress(now, Math.max(left, waiting), problem);
  }

  public ExportProgress failed(int now, String why) {
    return new ExportProgress(now, Math.max(1, waiting), why);
  }
}
