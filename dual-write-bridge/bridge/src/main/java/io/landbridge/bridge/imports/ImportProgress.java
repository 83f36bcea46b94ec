package io.landbridge.bridge.imports;

import io.landbridge.service.answer.BridgeDifference;
import java.util.List;
import java.util.OptionalLong;

/**
 * How far the import is, as the member that imports knows it.
 *
 * @param reading whether this member reads the legacy cluster
 * @param problem why it does not get on; empty while it does
 * @param epoch the epoch of the bridge in which everything was read last; 0 never
 * @param readAt when everything was read last, milliseconds since 1970; 0 never
 * @param readMillis how long that took
 * @param services services with instances of the legacy cluster's own clients
 * @param instances these instances
 * @param exported instances there that were exported from here
 * @param others instances there that other clusters exported
 * @param held instances that are gone there and kept here
 * @param staleRemoved exports of nobody that were removed there, since the start
 * @param compared what became of the digests of all services
 * @param lasting how many of the differences stay, because the legacy cluster does not let them be
 *     put right
 * @param differences what was different when everything was read last and was not put right at
 *     once, the lasting ones at the end; the first ten thousand
 */
public record ImportProgress(
    boolean reading,
    String problem,
    long epoch,
    long readAt,
    long readMillis,
    int services,
    int instances,
    int exported,
    int others,
    int held,
    long staleRemoved,
    Compared compared,
    int lasting,
    List<BridgeDifference> differences) {

  /**
   * What became of the digests of all services when everything was read last.
   *
   * @param services how many were compared
   * @param differing how many of them were not equal and were not put right at once
   * @param equalSince since when none of them differs, in one reading after the other, milliseconds
   *     since 1970; 0 while one does
   * @param goodUntil how long that says something: until the next but one reading was due
   */
  public record Compared(int services, int differing, long equalSince, long goodUntil) {

    static final Compared NOTHING = new Compared(0, 0, 0, 0);
  }

  public static final ImportProgress NONE =
      new ImportProgress(false, "", 0, 0, 0, 0, 0, 0, 0, 0, 0, Compared.NOTHING, 0, List.of());

  public ImportProgress {
    differences = List.copyOf(differences);
  }

  public static ImportProgress stopped(String why) {
    return new ImportProgress(
        false, why, 0, 0, 0, 0, 0, 0, 0, 0, 0, Compared.NOTHING, 0, List.of());
  }

  /** Since when no service differs, as far as that is known under these terms. */
  public OptionalLong equalSince(long current) {
    return epoch == current && compared.equalSince() > 0
        ? OptionalLong.of(compared.equalSince())
        : OptionalLong.empty();
  }

  public ImportProgress failed(String why) {
    return new ImportProgress(
        true,
        why,
        epoch,
        readAt,
        readMillis,
        services,
        instances,
        exported,
        others,
        held,
        staleRemoved,
        compared,
        lasting,
        differences);
  }

  public ImportProgress cleaned(int left, int removed) {
    return new ImportProgress(
        false,
        "",
        epoch,
        readAt,
        0,
        0,
        0,
        left,
        0,
        0,
        staleRemoved + removed,
        Compared.NOTHING,
        0,
        List.of());
  }
}
