package io.landbridge.bridge.exports;

import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacyInstances;
import io.landbridge.registry.legacy.LegacyPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a service of the legacy cluster, or a part of one, had when it was read: exports of ours,
 * and what is theirs.
 */
final class LegacyReading {

  /**
   * Servers tell their clock in whole seconds, and a busy one notes a beat of ours some seconds
   * after it answered. A client that beats there does so 5 s after the last beat that was heard
   * here.
   */
  private static final long READ_TOO_LATE_MILLIS = 3_000;

  private final Map<ImportedInstance.Key, Found> found;
  private final boolean firstHand;

  /**
   * An instance as it is there.
   *
   * @param seen as its server shows it
   * @param isOurs whether it has our mark
   * @param lastBeat when it last beat, or its registration was last touched, by this machine's
   *     clock, up to a second too late
   */
  record Found(RegisteredInstance seen, boolean isOurs, long lastBeat) {

    /** No beat of ours is that late. */
    boolean isLaterThan(ExportRecord before) {
      return lastBeat > before.atMillis() + READ_TOO_LATE_MILLIS;
    }
  }

  private LegacyReading(Map<ImportedInstance.Key, Found> found, boolean firstHand) {
    this.found = found;
    this.firstHand = firstHand;
  }

  /**
   * Reads it.
   *
   * @param mark what tells our exports from others
   * @param millis this machine's milliseconds since 1970
   */
  static LegacyReading of(
      LegacyCluster cluster, ServiceKey service, ExportMark mark, LongSupplier millis)
      throws RegistryException {
    long asked = millis.getAsLong();
    return of(cluster.instances(service), service, mark, asked);
  }

  /** Reads what several have under one label each, in this order, which takes less. */
  static List<Attempt<LegacyReading>> ofAll(
      LegacyCluster cluster, List<LegacyPart> parts, ExportMark mark, LongSupplier millis) {
    long asked = millis.getAsLong();
    List<Attempt<LegacyInstances>> there = cluster.instancesOfAll(parts);
    return IntStream.range(0, parts.size())
        .mapToObj(
            i -> Attempt.of(() -> of(there.get(i).get(), parts.get(i).service(), mark, asked)))
        .toList();
  }

  private static LegacyReading of(
      LegacyInstances there, ServiceKey service, ExportMark mark, long asked) {
    long apart = there.readAt() == 0 ? 0 : asked - there.readAt();
    Map<ImportedInstance.Key, Found> found = new HashMap<>();
    for (LegacyInstance each : there.instances()) {
      found.put(
          LegacyContent.key(service, each.seen()),
          new Found(each.seen(), isOurs(each, mark), each.lastBeat() + apart));
    }
    return new LegacyReading(found, there.firstHand());
  }

  private static boolean isOurs(LegacyInstance instance, ExportMark mark) {
    return ExportMark.originOf(instance.seen().metadata()).equals(Optional.of(mark.origin()));
  }

  /** Whether the member that receives the beats of the service said so. */
  boolean isFirstHand() {
    return firstHand;
  }

  /** All that was read. */
  Map<ImportedInstance.Key, Found> instances() {
    return found;
  }

  /** One instance, if it is there. */
  @Nullable Found at(ImportedInstance.Key key) {
    return found.get(key);
  }

  /**
   * Whether somebody has registered an address there himself, under whatever label that was read.
   */
  boolean isThereItself(ImportedInstance.Key address) {
    return found.entrySet().stream()
        .anyMatch(
            each ->
                !each.getValue().isOurs()
                    && each.getKey().ip().equals(address.ip())
                    && each.getKey().port() == address.port());
  }
}
