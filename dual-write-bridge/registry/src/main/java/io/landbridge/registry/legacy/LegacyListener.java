package io.landbridge.registry.legacy;

/** Told of changes of the services subscribed to. */
public interface LegacyListener {

  /** For who only reads and writes. */
  LegacyListener NONE = change -> {};

  /**
   * A service changed, or may have. Runs on the thread all changes arrive on, one after the other,
   * so it must not block or ask the cluster. What it throws is dropped.
   */
  void changed(LegacyChange change);
}
