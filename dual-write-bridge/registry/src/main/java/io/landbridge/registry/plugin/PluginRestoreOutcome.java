package io.landbridge.registry.plugin;

/**
 * What became, or would become, of one entry of a backup.
 *
 * @param instances of its instances
 * @param publications of its publications
 * @param switches of its switch
 */
public record PluginRestoreOutcome(Counts instances, Counts publications, Counts switches) {

  /**
   * How many of one kind.
   *
   * @param added were not in the catalog
   * @param same were, in the same way
   * @param kept were in another way, and stay that way
   */
  public record Counts(int added, int same, int kept) {

    /** The sum. */
    public Counts plus(Counts other) {
      return new Counts(added + other.added, same + other.same, kept + other.kept);
    }
  }

  /** The sum. */
  public PluginRestoreOutcome plus(PluginRestoreOutcome other) {
    return new PluginRestoreOutcome(
        instances.plus(other.instances),
        publications.plus(other.publications),
        switches.plus(other.switches));
  }

  /** Nothing. */
  public static PluginRestoreOutcome none() {
    Counts zero = new Counts(0, 0, 0);
    return new PluginRestoreOutcome(zero, zero, zero);
  }
}
