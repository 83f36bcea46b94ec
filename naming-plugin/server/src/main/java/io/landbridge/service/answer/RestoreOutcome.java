package io.landbridge.service.answer;

/**
 * What became, or would become, of one entry of a backup.
 *
 * @param namespace the application's namespace
 * @param application its name
 * @param instances of its instances
 * @param publications of its publications
 * @param switches of its switch
 */
public record RestoreOutcome(
    String namespace, String application, Counts instances, Counts publications, Counts switches) {

  /**
   * How many of one kind.
   *
   * @param added were not in the catalog
   * @param same were, in the same way
   * @param kept were in another way, and stay that way
   */
  public record Counts(int added, int same, int kept) {}
}
