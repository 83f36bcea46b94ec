package io.landbridge.entry;

/** The version of Java that a JVM runs. Immutable. */
final class JavaVersion {

  /** What the rest of the plugin is compiled for. */
  private static final int NEEDED = 17;

  private static final String BEFORE_9 = "1.";

  private final String version;

  private JavaVersion(String version) {
    this.version = version;
  }

  static JavaVersion ofThisJvm() {
    return of(System.getProperty("java.specification.version", ""));
  }

  /** From the system property {@code java.specification.version}: {@code 1.8}, {@code 11}. */
  static JavaVersion of(String specification) {
    return new JavaVersion(
        specification.startsWith(BEFORE_9)
            ? specification.substring(BEFORE_9.length())
            : specification);
  }

  /** Whether it cannot load the plugin; one that does not say which it is may try. */
  boolean isTooOld() {
    try {
      return Integer.parseInt(version) < NEEDED;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** What an operator must know and do. */
  @Override
  public String toString() {
    return "this JVM is Java "
        + version
        + ", and the plugin needs Java "
        + NEEDED
        + " or newer. Run the server on Java "
        + NEEDED
        + " (JAVA_HOME), or take the jar out of the plugins directory.";
  }
}
