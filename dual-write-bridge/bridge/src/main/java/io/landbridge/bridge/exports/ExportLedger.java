package io.landbridge.bridge.exports;

import io.landbridge.bridge.exports.ExportRecord.Certainty;
import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.LocalInstance;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyPart;
import io.landbridge.state.BridgeRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Records what this member has exported, in which form, and what it has given to the legacy
 * cluster. Safe for use by the threads of one round; rounds follow each other.
 */
final class ExportLedger {

  private final Map<ImportedInstance.Key, ExportRecord> records = new ConcurrentHashMap<>();
  private final HandedOverInstances handedOver;
  private final ClientLiveness heard;
  private final Consumer<ServiceKey> importing;
  private final LongSupplier nanos;
  private final LongSupplier millis;

  /** What tells our exports from others. */
  private volatile ExportMark mark = ExportMark.of(BridgeRecord.NONE.origin());

  /**
   * Makes it, with nothing.
   *
   * @param importing told which services to import anew
   * @param nanos this machine's nanoseconds
   * @param millis its milliseconds since 1970
   */
  ExportLedger(Consumer<ServiceKey> importing, LongSupplier nanos, LongSupplier millis) {
    this.importing = importing;
    this.nanos = nanos;
    this.millis = millis;
    this.handedOver = new HandedOverInstances(nanos);
    this.heard = new ClientLiveness(nanos, millis);
  }

  /** The exports as the legacy cluster accepted them. Writable. */
  Map<ImportedInstance.Key, ExportRecord> records() {
    return records;
  }

  /** The instances that the legacy cluster owns since a moment ago. */
  HandedOverInstances handedOver() {
    return handedOver;
  }

  /** Which clients are alive in this cluster. */
  ClientLiveness heard() {
    return heard;
  }

  /** The origin tag of this cluster's exports. */
  ExportMark mark() {
    return mark;
  }

  /** Uses another origin from now on, and has every export tagged anew. */
  void markWith(ExportMark now) {
    if (!now.origin().equals(mark.origin())) {
      mark = now;
      records.replaceAll((key, each) -> each.from(Optional.empty()));
    }
  }

  /** Returns an instance as it is to be exported. */
  RegisteredInstance marked(LocalInstance instance) {
    RegisteredInstance plain = LegacyContent.registered(instance.registered());
    if (!instance.beats()) {
      return mark.on(plain);
    }
    return isSteady(instance) ? mark.onSteady(plain) : mark.onBeating(plain);
  }

  /**
   * Whether the legacy cluster waits longer for its beats, so that it need not be told of each.
   * Once it does, it does until the client is taken for dead here or is found to beat there: to
   * change it would tell all who have subscribed to the service.
   */
  boolean isSteady(LocalInstance instance) {
    ImportedInstance.Key key = instance.registered().key();
    ExportRecord before = records.get(key);
    return instance.beats()
        && instance.lives()
        && !ExportMark.hasTimes(instance.registered().metadata())
        && ((before != null && before.steady()) || heard.isHereAlone(key));
  }

  /** Records an export that was sent now. */
  ExportRecord now(RegisteredInstance instance, LocalInstance from) {
    return new ExportRecord(
        instance,
        Optional.of(from.registered()),
        from.beats(),
        nanos.getAsLong(),
        millis.getAsLong(),
        mark.isSteady(instance),
        Certainty.CHANGED);
  }

  /** Records that an export was renewed now. */
  ExportRecord again(ExportRecord before) {
    return new ExportRecord(
        before.instance(),
        before.from(),
        before.beats(),
        nanos.getAsLong(),
        millis.getAsLong(),
        before.steady(),
        before.certainty());
  }

  /** This machine's nanoseconds, which date the records. */
  long nanos() {
    return nanos.getAsLong();
  }

  /** Registers an instance as it is by now, which may not be exported yet. */
  void registerAnew(LegacyCluster cluster, ImportedInstance.Key key, LocalInstance local)
      throws RegistryException {
    RegisteredInstance marked = marked(local);
    cluster.register(key.service(), marked);
    handedOver.takeBack(key);
    records.put(key, now(marked, local));
  }

  /** Gives an instance to the legacy cluster, where its client has registered itself. */
  void leaveToThem(ImportedInstance.Key key) {
    records.remove(key);
    handedOver.give(key);
    importing.accept(key.service());
  }

  /** Gives an export to the legacy cluster, where its client beats. */
  void handOver(LegacyCluster cluster, ImportedInstance.Key key, RegisteredInstance marked)
      throws RegistryException {
    unmark(cluster, key, marked);
    leaveToThem(key);
  }

  /** Removes the origin tag of an instance in the legacy cluster. */
  static void unmark(LegacyCluster cluster, ImportedInstance.Key key, RegisteredInstance marked)
      throws RegistryException {
    cluster.register(key.service(), ExportMark.removed(marked).withHealth(true));
  }

  /** Reads a service of the legacy cluster. */
  LegacyReading read(LegacyCluster cluster, ServiceKey service) throws RegistryException {
    return LegacyReading.of(cluster, service, mark, millis);
  }

  /** Reads one cluster label of a service. */
  LegacyReading read(LegacyCluster cluster, LegacyPart part) throws RegistryException {
    return readAll(cluster, List.of(part)).get(0).get();
  }

  /** Reads one cluster label of several services, in this order. */
  List<Attempt<LegacyReading>> readAll(LegacyCluster cluster, List<LegacyPart> parts) {
    return LegacyReading.ofAll(cluster, parts, mark, millis);
  }
}
