package io.landbridge.store;

import io.landbridge.record.ValueCodec;
import io.landbridge.record.ValueCodec.ApplicationPublication;
import io.landbridge.record.ValueCodec.MemberEpoch;
import io.landbridge.record.ValueCodec.SwitchedApplication;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.MemoryState;

/** The digest a store must have, computed from plain maps without a database. */
public final class ModelDigest {

  private final RecordHash hash = new RecordHash();
  private ContentChecksum sum = ContentChecksum.EMPTY;

  private ModelDigest() {}

  /** Adds up every record there must be. */
  public static String of(MemoryState model) {
    ModelDigest digest = new ModelDigest();
    model.instances.forEach(
        (key, it) -> digest.add(Family.INSTANCES, Keys.of(key), ValueCodec.encode(it)));
    model.documents.forEach(
        (key, it) -> digest.add(Family.METADATA, Keys.of(key), ValueCodec.encode(it)));
    model.references.forEach(
        (key, it) -> digest.add(Family.REFERENCES, Keys.of(key), ValueCodec.encodeReferences(it)));
    model.translations.forEach(
        (key, it) ->
            digest.add(
                Family.TRANSLATIONS,
                Keys.of(key),
                ValueCodec.encode(new SwitchedApplication(key, it))));
    model.publications.forEach(
        (key, it) ->
            digest.add(
                Family.PUBLICATIONS,
                Keys.of(key.application(), key.id()),
                ValueCodec.encode(new ApplicationPublication(key.application(), it))));
    model.epochs.forEach(
        (key, it) ->
            digest.add(Family.OWNERS, Keys.of(key), ValueCodec.encode(new MemberEpoch(key, it))));
    model.imported.forEach(
        (key, it) -> digest.add(Family.IMPORTED, Keys.of(key), ValueCodec.encode(it)));
    if (!model.bridge.equals(BridgeRecord.NONE)) {
      digest.add(Family.BRIDGE, Keys.ofBridge(), ValueCodec.encode(model.bridge));
    }
    return digest.sum.toString();
  }

  private void add(Family family, byte[] key, byte[] value) {
    sum = sum.plus(hash.of(family, key, value));
  }
}
