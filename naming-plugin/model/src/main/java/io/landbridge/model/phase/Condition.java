package io.landbridge.model.phase;

/** What must be so before the bridge goes on to another phase. */
public enum Condition {
  /** The servers of a legacy cluster are known. */
  LEGACY_KNOWN("the servers of the legacy cluster are not known"),
  /** Everything in the legacy cluster was read and stored once. */
  FIRST_SYNC("the first import of the legacy cluster has not finished"),
  /** The bridge is not paused and nothing keeps it from getting on. */
  RUNNING("the bridge is paused, or does not get on"),
  /** Nothing is kept here only because too much was gone there at once. */
  NOTHING_HELD("instances are held because too many were gone in the legacy cluster at once"),
  /** No member has anything to say to the legacy cluster that it has not said yet. */
  EXPORTED("exports wait"),
  /** Both clusters hold the same. */
  EQUAL("the two clusters do not hold the same"),
  /** Every member hears of all who are in the legacy cluster. */
  ARRIVED("clients of the legacy cluster are not heard of here yet");

  private final String unmet;

  Condition(String unmet) {
    this.unmet = unmet;
  }

  /** What to say when it is not so. */
  public String unmet() {
    return unmet;
  }
}
