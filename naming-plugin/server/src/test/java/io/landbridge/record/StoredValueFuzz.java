package io.landbridge.record;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ImportedInstance;
import io.landbridge.record.ValueCodec.ApplicationPublication;
import io.landbridge.record.ValueCodec.MemberEpoch;
import io.landbridge.record.ValueCodec.ProviderCount;
import io.landbridge.record.ValueCodec.RevisionCount;
import io.landbridge.record.ValueCodec.SwitchedApplication;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.OwnedInstance;
import java.util.List;
import java.util.function.Function;

/** Values as the store has them, read as each kind there is, written and read again. */
public final class StoredValueFuzz implements FuzzTarget {

  private interface Reader<T> {
    T read(byte[] record) throws UnreadableRecordException;
  }

  private record Kind<T>(Reader<T> reader, Function<T, byte[]> writer) {

    void readTwice(byte[] record) throws UnreadableRecordException {
      T value = reader.read(record);
      Holds.equal(reader.read(writer.apply(value)), value);
    }
  }

  private static final List<Kind<?>> KINDS =
      List.of(
          new Kind<OwnedInstance>(ValueCodec::decodeInstance, ValueCodec::encode),
          new Kind<MetadataDocument>(ValueCodec::decodeDocument, ValueCodec::encode),
          new Kind<SwitchedApplication>(ValueCodec::decodeTranslation, ValueCodec::encode),
          new Kind<ApplicationPublication>(ValueCodec::decodePublication, ValueCodec::encode),
          new Kind<MemberEpoch>(ValueCodec::decodeEpoch, ValueCodec::encode),
          new Kind<RevisionCount>(ValueCodec::decodeRevisionCount, ValueCodec::encode),
          new Kind<ProviderCount>(ValueCodec::decodeProviderCount, ValueCodec::encode),
          new Kind<ImportedInstance>(ValueCodec::decodeImported, ValueCodec::encode),
          new Kind<BridgeRecord>(ValueCodec::decodeBridge, ValueCodec::encode),
          new Kind<Integer>(ValueCodec::decodeReferences, ValueCodec::encodeReferences));

  @Override
  public void run(byte[] input) {
    byte[] framed = Frame.wrap(Frame.FORMAT, input);
    for (Kind<?> each : KINDS) {
      try {
        each.readTwice(framed);
      } catch (UnreadableRecordException e) {
        // Refused.
      }
    }
  }
}
