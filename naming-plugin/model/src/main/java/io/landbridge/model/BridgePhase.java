package io.landbridge.model;

/** How far the move from a legacy cluster is. */
public enum BridgePhase {
  /** There is no bridge; nothing is asked of a legacy cluster and nothing of it is kept. */
  OFF,
  /** What the legacy cluster has is kept here and compared, and shown to nobody. */
  SHADOW,
  /** Each cluster shows what is registered in the other. */
  DUAL_WRITE,
  /** As {@link #DUAL_WRITE}; clients are expected here, and leave the legacy cluster. */
  CUT_OVER,
  /** The move is over: what came from the legacy cluster is removed here, and ours there. */
  DONE;

  /** Whether what the legacy cluster has is to be known here. */
  public boolean imports() {
    return this == SHADOW || exports();
  }

  /** Whether each cluster shows what the other has. */
  public boolean exports() {
    return this == DUAL_WRITE || this == CUT_OVER;
  }
}
