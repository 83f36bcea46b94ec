package io.landbridge.model.phase;

/** What must be so before the bridge goes on to another phase. */
public enum Condition {
  /** The servers of a legacy cluster are known. */
  LEGACY_KNOWN("the servers of the legacy cluster are unknown"),
  /** Everything in the legacy cluster was read and stored once. */
  FIRST_SYNC("the first import of the legacy cluster is not complete"),
  /** The bridge is not paused and nothing keeps it from getting on. */
  RUNNING("the bridge is paused or stalled"),
  /** Nothing is kept here only because too much was gone there at once. */
  NOTHING_HELD("instances are held because too many disappeared from the legacy cluster at once"),
  /** No member has anything to say to the legacy cluster that it has not said yet. */
  EXPORTED("exports are pending"),
  /** Both clusters hold the same. */
  EQUAL("the two clusters differ"),
  /** Every member hears of all who are in the legacy cluster. */
  ARRIVED("clients of the legacy cluster have not moved to this cluster yet");

  private final String unmet;

  Condition(String unmet) {
    this.unmet = unmet;
  }

  /** What to say when it is not so. */
  public String unmet() {
    return unmet;
  }
}
