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
 * What of here is in the legacy cluster, in which form, and what is that cluster's own since. For
 * the rounds of the export, one after the other, and the threads of each.
 */
final class ExportLedger {

  private final Map<ImportedInstance.Key, ExportRecord> said = new ConcurrentHashMap<>();
  private final ReturnedInstances handedOver;
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
    this.handedOver = new ReturnedInstances(nanos);
    this.heard = new ClientLiveness(nanos, millis);
  }

  /** What was said there, as it was taken; to be written, too. */
  Map<ImportedInstance.Key, ExportRecord> said() {
    return said;
  }

  /** What is theirs since a moment ago. */
  ReturnedInstances handedOver() {
    return handedOver;
  }

  /** Who is heard here. */
  ClientLiveness heard() {
    return heard;
  }

  /** What tells our exports from others. */
  ExportMark mark() {
    return mark;
  }

  /** If another origin is ours now, whatever is there is marked otherwise from now on. */
  void markWith(ExportMark now) {
    if (!now.origin().equals(mark.origin())) {
      mark = now;
      said.replaceAll((key, each) -> each.from(Optional.empty()));
    }
  }

  /** One of here as it is to be there. */
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
    ExportRecord before = said.get(key);
    return instance.beats()
        && instance.lives()
        && !ExportMark.hasTimes(instance.registered().metadata())
        && ((before != null && before.steady()) || heard.isHereAlone(key));
  }

  /** What is said now. */
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

  /** The same as before, said now. */
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

  /** This machine's nanoseconds, by which what is said is dated. */
  long nanos() {
    return nanos.getAsLong();
  }

  /** Registers it there as it is by now, which may not be said yet. */
  void registerAnew(LegacyCluster cluster, ImportedInstance.Key key, LocalInstance local)
      throws RegistryException {
    RegisteredInstance marked = marked(local);
    cluster.register(key.service(), marked);
    handedOver.takeBack(key);
    said.put(key, now(marked, local));
  }

  /** Its client is registered there itself: it is that cluster's own, and is imported. */
  void leaveToThem(ImportedInstance.Key key) {
    said.remove(key);
    handedOver.give(key);
    importing.accept(key.service());
  }

  /** Its client beats there: it becomes that cluster's own, and is imported. */
  void handOver(LegacyCluster cluster, ImportedInstance.Key key, RegisteredInstance marked)
      throws RegistryException {
    unmark(cluster, key, marked);
    leaveToThem(key);
  }

  /** Takes the mark off what is there. */
  static void unmark(LegacyCluster cluster, ImportedInstance.Key key, RegisteredInstance marked)
      throws RegistryException {
    cluster.register(key.service(), ExportMark.removed(marked).withHealth(true));
  }

  /** Reads a service there. */
  LegacyReading read(LegacyCluster cluster, ServiceKey service) throws RegistryException {
    return LegacyReading.of(cluster, service, mark, millis);
  }

  /** Reads what a service has there under one label. */
  LegacyReading read(LegacyCluster cluster, LegacyPart part) throws RegistryException {
    return readAll(cluster, List.of(part)).get(0).get();
  }

  /** Reads what several have there under one label each, in this order. */
  List<Attempt<LegacyReading>> readAll(LegacyCluster cluster, List<LegacyPart> parts) {
    return LegacyReading.ofAll(cluster, parts, mark, millis);
  }
}
