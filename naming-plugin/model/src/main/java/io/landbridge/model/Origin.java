package io.landbridge.model;

/** Who wrote a record first; what we derived ourselves is never read back as an origin. */
public enum Origin {
  /** A provider that registered its interfaces with this cluster. */
  NATIVE_INTERFACE("native-interface"),
  /** A provider that registered its application with this cluster. */
  NATIVE_APPLICATION("native-application"),
  /** A provider of the 1.x cluster on the other side of the bridge. */
  LEGACY_CLUSTER("legacy-cluster");

  private final String label;

  Origin(String label) {
    this.label = label;
  }

  /** The word used in metadata, JSON and reports. */
  public String label() {
    return label;
  }
}
