package io.landbridge.record;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.CompleteImport;
import io.landbridge.command.Command.EndSignatures;
import io.landbridge.command.Command.ForgetPublications;
import io.landbridge.command.Command.ForgetUnused;
import io.landbridge.command.Command.ImportInstances;
import io.landbridge.command.Command.ReapInstances;
import io.landbridge.command.Command.RecordPublications;
import io.landbridge.command.Command.RequireSignatures;
import io.landbridge.command.Command.RestoreApplication;
import io.landbridge.command.Command.SkipEntry;
import io.landbridge.command.Command.SwitchBridge;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Command.TakeBridge;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Commands as entries of the log. */
public final class CommandCodec {

  private CommandCodec() {}

  /** Writes a command; equal commands give equal bytes. */
  public static byte[] encode(Command command) {
    Wire.Entry.Builder entry = Wire.Entry.newBuilder();
    if (command instanceof ClaimInstances claim) {
      entry.setClaimInstances(claim(claim));
    } else if (command instanceof ReapInstances reap) {
      entry.setReapInstances(reap(reap));
    } else if (command instanceof SwitchTranslation change) {
      entry.setSwitchTranslation(switchTranslation(change));
    } else if (command instanceof RecordPublications publications) {
      entry.setRecordPublications(recordPublications(publications));
    } else if (command instanceof ForgetPublications publications) {
      entry.setForgetPublications(forgetPublications(publications));
    } else if (command instanceof ForgetUnused unused) {
      entry.setForgetUnused(forgetUnused(unused));
    } else if (command instanceof RestoreApplication restore) {
      entry.setRestoreApplication(restore(restore));
    } else if (command instanceof SwitchBridge change) {
      entry.setSwitchBridge(BridgeWire.switchBridge(change));
    } else if (command instanceof TakeBridge take) {
      entry.setTakeBridge(BridgeWire.takeBridge(take));
    } else if (command instanceof ImportInstances changes) {
      entry.setImportInstances(BridgeWire.importInstances(changes));
    } else if (command instanceof CompleteImport complete) {
      entry.setCompleteImport(BridgeWire.completeImport(complete));
    } else if (command instanceof SkipEntry skip) {
      entry.setSkipEntry(skip(skip));
    } else if (command instanceof RequireSignatures require) {
      entry.setRequireSignatures(SignatureWire.requireSignatures(require));
    } else if (command instanceof EndSignatures end) {
      entry.setEndSignatures(Wire.EndSignatures.newBuilder().setExpected(end.expected()));
    } else {
      throw new AssertionError("a command without an entry: " + command.getClass());
    }
    return Frame.wrap(format(command), entry.build().toByteArray());
  }

  /** What an audience is no part of is written as ever, so that older members read it. */
  private static byte format(Command command) {
    Optional<SwitchTranslation> change =
        command instanceof SwitchTranslation it
            ? Optional.of(it)
            : command instanceof RestoreApplication restore
                ? restore.translation()
                : Optional.empty();
    return change.filter(it -> !it.audience().isWhole()).isPresent()
        ? Frame.AUDIENCES
        : Frame.FORMAT;
  }

  private static Wire.ClaimInstances claim(ClaimInstances claim) {
    Wire.ClaimInstances.Builder wire =
        Wire.ClaimInstances.newBuilder()
            .setOwner(claim.owner().address())
            .setEpoch(claim.epoch())
            .addAllPuts(claim.puts().stream().map(WireWriter::instance).toList())
            .addAllReleases(claim.releases().stream().map(WireWriter::instanceKey).toList());
    return wire.addAllDocuments(enclosed(claim.documents())).build();
  }

  private static List<Wire.EnclosedDocument> enclosed(
      Map<MetadataRevision, MetadataDocument> documents) {
    List<Wire.EnclosedDocument> enclosed = new ArrayList<>();
    new TreeMap<>(documents)
        .forEach(
            (revision, document) ->
                enclosed.add(
                    Wire.EnclosedDocument.newBuilder()
                        .setRevision(revision.value())
                        .setDocument(EnclosedBytes.of(WireWriter.document(document)))
                        .build()));
    return enclosed;
  }

  private static Wire.RestoreApplication restore(RestoreApplication restore) {
    Wire.RestoreApplication.Builder wire =
        Wire.RestoreApplication.newBuilder()
            .setApplication(WireWriter.applicationKey(restore.application()))
            .setAt(restore.at())
            .addAllPublications(
                restore.publications().stream().map(WireWriter::publication).toList())
            .addAllInstances(restore.instances().stream().map(WireWriter::instance).toList())
            .addAllDocuments(enclosed(restore.documents()));
    restore.translation().ifPresent(change -> wire.setTranslation(switchTranslation(change)));
    return wire.build();
  }

  private static Wire.ReapInstances reap(ReapInstances reap) {
    return Wire.ReapInstances.newBuilder()
        .setOwner(reap.owner().address())
        .setEpoch(reap.epoch())
        .addAllKeys(reap.keys().stream().map(WireWriter::instanceKey).toList())
        .build();
  }

  private static Wire.SwitchTranslation switchTranslation(SwitchTranslation change) {
    Wire.SwitchTranslation.Builder wire =
        Wire.SwitchTranslation.newBuilder()
            .setApplication(WireWriter.applicationKey(change.application()))
            .setEnabled(change.enabled())
            .setForce(change.force())
            .setAt(change.at());
    WireWriter.audience(change.audience()).ifPresent(wire::setAudience);
    return wire.build();
  }

  private static Wire.RecordPublications recordPublications(RecordPublications command) {
    return Wire.RecordPublications.newBuilder()
        .setApplication(WireWriter.applicationKey(command.application()))
        .addAllPublications(command.publications().stream().map(WireWriter::publication).toList())
        .build();
  }

  private static Wire.ForgetPublications forgetPublications(ForgetPublications command) {
    return Wire.ForgetPublications.newBuilder()
        .setApplication(WireWriter.applicationKey(command.application()))
        .addAllIds(command.ids().stream().map(WireWriter::publicationId).toList())
        .build();
  }

  private static Wire.ForgetUnused forgetUnused(ForgetUnused command) {
    return Wire.ForgetUnused.newBuilder()
        .addAllMembers(command.members().stream().map(MemberId::address).toList())
        .addAllApplications(
            command.applications().stream().map(WireWriter::applicationKey).toList())
        .setBefore(command.before())
        .build();
  }

  private static Wire.SkipEntry skip(SkipEntry command) {
    return Wire.SkipEntry.newBuilder()
        .setNumber(command.entry().number())
        .setSha256(command.entry().sha256())
        .setMember(command.member().address())
        .addAllMembers(command.members().stream().map(MemberId::address).toList())
        .build();
  }

  /** Reads one command. See {@link CommandDecoder#decode}. */
  public static Command decode(byte[] entry) throws UnreadableRecordException {
    return new CommandDecoder().decode(entry);
  }
}
