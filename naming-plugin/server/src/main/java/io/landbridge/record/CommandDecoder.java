package io.landbridge.record;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.EndSignatures;
import io.landbridge.command.Command.ForgetPublications;
import io.landbridge.command.Command.ForgetUnused;
import io.landbridge.command.Command.ReapInstances;
import io.landbridge.command.Command.RecordPublications;
import io.landbridge.command.Command.RestoreApplication;
import io.landbridge.command.Command.SkipEntry;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.EntryId;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.Audience;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.wire.Wire;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Entries of the log as commands. Remembers the documents it read last, because nearly every claim
 * of a fleet encloses one of a few. Of one thread.
 */
public final class CommandDecoder {

  private final VerifiedDocuments documents = new VerifiedDocuments();

  /**
   * Reads a command.
   *
   * @param entry any bytes
   * @throws UnreadableRecordException if they are of a newer format or damaged; a document that is
   *     not what its revision says counts as damage
   */
  public Command decode(byte[] entry) throws UnreadableRecordException {
    return WireReader.readSwitch(
        "entry", entry, Wire.Entry.parser(), CommandDecoder::audience, this::command);
  }

  /**
   * Reads a command of an entry whose signature has been verified.
   *
   * @param inner the entry without its signature
   * @throws UnreadableRecordException as {@link #decode}
   */
  public Command decodeSigned(byte[] inner) throws UnreadableRecordException {
    return WireReader.readSwitch(
        "entry", inner, Wire.Entry.parser(), CommandDecoder::audience, this::signedCommand);
  }

  private static Optional<Wire.Audience> audience(Wire.Entry entry) {
    Wire.SwitchTranslation change =
        entry.hasSwitchTranslation()
            ? entry.getSwitchTranslation()
            : entry.getRestoreApplication().getTranslation();
    return change.hasAudience() ? Optional.of(change.getAudience()) : Optional.empty();
  }

  private Command signedCommand(Wire.Entry entry) {
    return switch (entry.getCommandCase()) {
      case REQUIRE_SIGNATURES -> SignatureWire.requireSignatures(entry.getRequireSignatures());
      case END_SIGNATURES -> new EndSignatures(entry.getEndSignatures().getExpected());
      default -> command(entry);
    };
  }

  private Command command(Wire.Entry entry) {
    return switch (entry.getCommandCase()) {
      case CLAIM_INSTANCES -> claim(entry.getClaimInstances());
      case REAP_INSTANCES -> reap(entry.getReapInstances());
      case SWITCH_TRANSLATION -> switchTranslation(entry.getSwitchTranslation());
      case RECORD_PUBLICATIONS -> recordPublications(entry.getRecordPublications());
      case FORGET_PUBLICATIONS -> forgetPublications(entry.getForgetPublications());
      case FORGET_UNUSED -> forgetUnused(entry.getForgetUnused());
      case RESTORE_APPLICATION -> restore(entry.getRestoreApplication());
      case SWITCH_BRIDGE -> BridgeWire.switchBridge(entry.getSwitchBridge());
      case TAKE_BRIDGE -> BridgeWire.takeBridge(entry.getTakeBridge());
      case IMPORT_INSTANCES -> BridgeWire.importInstances(entry.getImportInstances());
      case COMPLETE_IMPORT -> BridgeWire.completeImport(entry.getCompleteImport());
      case SKIP_ENTRY -> skip(entry.getSkipEntry());
      case REQUIRE_SIGNATURES, END_SIGNATURES ->
          throw new IllegalArgumentException("it has a command that signed entries alone have");
      case COMMAND_NOT_SET -> throw new IllegalArgumentException("it has no known command");
    };
  }

  private ClaimInstances claim(Wire.ClaimInstances wire) {
    return new ClaimInstances(
        new MemberId(wire.getOwner()),
        wire.getEpoch(),
        wire.getPutsList().stream().map(WireReader::instance).toList(),
        documents(wire.getDocumentsList()),
        wire.getReleasesList().stream().map(WireReader::instanceKey).toList());
  }

  private RestoreApplication restore(Wire.RestoreApplication wire) {
    return new RestoreApplication(
        WireReader.applicationKey(wire.getApplication()),
        wire.getAt(),
        wire.hasTranslation()
            ? Optional.of(switchTranslation(wire.getTranslation()))
            : Optional.empty(),
        wire.getPublicationsList().stream().map(WireReader::publication).toList(),
        wire.getInstancesList().stream().map(WireReader::instance).toList(),
        documents(wire.getDocumentsList()));
  }

  private Map<MetadataRevision, MetadataDocument> documents(List<Wire.EnclosedDocument> enclosed) {
    Map<MetadataRevision, MetadataDocument> read = new TreeMap<>();
    enclosed.forEach(each -> documents.put(each, read));
    return read;
  }

  private static ReapInstances reap(Wire.ReapInstances wire) {
    return new ReapInstances(
        new MemberId(wire.getOwner()),
        wire.getEpoch(),
        wire.getKeysList().stream().map(WireReader::instanceKey).toList());
  }

  private static SwitchTranslation switchTranslation(Wire.SwitchTranslation wire) {
    return new SwitchTranslation(
        WireReader.applicationKey(wire.getApplication()),
        wire.getEnabled(),
        wire.getForce(),
        wire.hasAudience() ? WireReader.audience(wire.getAudience()) : Audience.WHOLE,
        wire.getAt());
  }

  private static RecordPublications recordPublications(Wire.RecordPublications wire) {
    return new RecordPublications(
        WireReader.applicationKey(wire.getApplication()),
        wire.getPublicationsList().stream().map(WireReader::publication).toList());
  }

  private static ForgetPublications forgetPublications(Wire.ForgetPublications wire) {
    return new ForgetPublications(
        WireReader.applicationKey(wire.getApplication()),
        wire.getIdsList().stream().map(WireReader::publicationId).toList());
  }

  private static ForgetUnused forgetUnused(Wire.ForgetUnused wire) {
    return new ForgetUnused(
        wire.getMembersList().stream().map(MemberId::new).toList(),
        wire.getApplicationsList().stream().map(WireReader::applicationKey).toList(),
        wire.getBefore());
  }

  private static SkipEntry skip(Wire.SkipEntry wire) {
    return new SkipEntry(
        new EntryId(wire.getNumber(), wire.getSha256()),
        new MemberId(wire.getMember()),
        wire.getMembersList().stream().map(MemberId::new).toList());
  }
}
