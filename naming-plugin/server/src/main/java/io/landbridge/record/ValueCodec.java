package io.landbridge.record;

import io.landbridge.command.Publication;
import io.landbridge.command.SignatureRequirement;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.wire.Wire;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.RevisionUse;
import io.landbridge.state.SignerWindow;
import io.landbridge.state.Translation;
import java.util.Optional;

/**
 * Stored values. A value tells by itself what it is about, so that a scan never has to take a key
 * apart. Every {@code decode} throws {@link UnreadableRecordException} for bytes that are of a
 * newer format or damaged.
 */
public final class ValueCodec {

  private ValueCodec() {}

  /** A switch and the application it belongs to. */
  public record SwitchedApplication(ApplicationKey application, Translation translation) {}

  /** A publication and the application it was made for. */
  public record ApplicationPublication(ApplicationKey application, Publication publication) {}

  /** The newest start of a member. */
  public record MemberEpoch(MemberId member, long epoch) {}

  /** How many instances of an application have a revision. */
  public record RevisionCount(
      ApplicationKey application, MetadataRevision revision, RevisionUse use) {}

  /** By how many of its revisions an application provides an interface. */
  public record ProviderCount(ApplicationKey application, String serviceInterface, int revisions) {}

  /** Writes an instance. */
  public static byte[] encode(OwnedInstance value) {
    return Frame.wrap(
        Wire.StoredInstance.newBuilder()
            .setInstance(WireWriter.instance(value.instance()))
            .setOwner(value.owner().address())
            .setEpoch(value.epoch())
            .build());
  }

  /** Reads an instance. */
  public static OwnedInstance decodeInstance(byte[] bytes) throws UnreadableRecordException {
    return WireReader.read(
        "stored instance",
        bytes,
        Wire.StoredInstance.parser(),
        wire ->
            new OwnedInstance(
                WireReader.instance(wire.getInstance()),
                new MemberId(wire.getOwner()),
                wire.getEpoch()));
  }

  /** Writes a document. */
  public static byte[] encode(MetadataDocument value) {
    return Frame.wrap(
        Wire.StoredDocument.newBuilder().setDocument(WireWriter.document(value)).build());
  }

  /** Reads a document. */
  public static MetadataDocument decodeDocument(byte[] bytes) throws UnreadableRecordException {
    return WireReader.read(
        "stored document",
        bytes,
        Wire.StoredDocument.parser(),
        wire -> WireReader.document(wire.getDocument()));
  }

  /** Writes how many instances and publications refer to a document. */
  public static byte[] encodeReferences(int count) {
    return Frame.wrap(Wire.StoredReferences.newBuilder().setCount(count).build());
  }

  /** Reads how many instances and publications refer to a document. */
  public static int decodeReferences(byte[] bytes) throws UnreadableRecordException {
    return WireReader.read(
        "stored reference count",
        bytes,
        Wire.StoredReferences.parser(),
        Wire.StoredReferences::getCount);
  }

  /** Writes a switch. */
  public static byte[] encode(SwitchedApplication value) {
    Translation translation = value.translation();
    Wire.StoredTranslation.Builder wire =
        Wire.StoredTranslation.newBuilder()
            .setApplication(WireWriter.applicationKey(value.application()))
            .setEnabled(translation.enabled())
            .setForce(translation.force())
            .setSince(translation.since());
    WireWriter.audience(translation.audience()).ifPresent(wire::setAudience);
    return Frame.wrap(
        wire.hasAudience() ? Frame.AUDIENCES : Frame.FORMAT, wire.build().toByteArray());
  }

  /** Reads a switch. */
  public static SwitchedApplication decodeTranslation(byte[] bytes)
      throws UnreadableRecordException {
    return WireReader.readSwitch(
        "stored translation",
        bytes,
        Wire.StoredTranslation.parser(),
        wire -> wire.hasAudience() ? Optional.of(wire.getAudience()) : Optional.empty(),
        wire ->
            new SwitchedApplication(
                WireReader.applicationKey(wire.getApplication()),
                new Translation(
                    wire.getEnabled(),
                    wire.getForce(),
                    wire.getSince(),
                    wire.hasAudience()
                        ? WireReader.audience(wire.getAudience())
                        : Audience.WHOLE)));
  }

  /** Writes a publication. */
  public static byte[] encode(ApplicationPublication value) {
    return Frame.wrap(
        Wire.StoredPublication.newBuilder()
            .setApplication(WireWriter.applicationKey(value.application()))
            .setPublication(WireWriter.publication(value.publication()))
            .build());
  }

  /** Reads a publication. */
  public static ApplicationPublication decodePublication(byte[] bytes)
      throws UnreadableRecordException {
    return WireReader.read(
        "stored publication",
        bytes,
        Wire.StoredPublication.parser(),
        wire ->
            new ApplicationPublication(
                WireReader.applicationKey(wire.getApplication()),
                WireReader.publication(wire.getPublication())));
  }

  /** Writes the newest start of a member. */
  public static byte[] encode(MemberEpoch value) {
    return Frame.wrap(
        Wire.StoredEpoch.newBuilder()
            .setMember(value.member().address())
            .setEpoch(value.epoch())
            .build());
  }

  /** Reads the newest start of a member. */
  public static MemberEpoch decodeEpoch(byte[] bytes) throws UnreadableRecordException {
    return WireReader.read(
        "stored epoch",
        bytes,
        Wire.StoredEpoch.parser(),
        wire -> new MemberEpoch(new MemberId(wire.getMember()), wire.getEpoch()));
  }

  /** Writes a count of instances. */
  public static byte[] encode(RevisionCount value) {
    return Frame.wrap(
        Wire.StoredRevision.newBuilder()
            .setApplication(WireWriter.applicationKey(value.application()))
            .setRevision(value.revision().value())
            .setInstances(value.use().instances())
            .setRegistered(value.use().registered())
            .build());
  }

  /** Reads a count of instances. */
  public static RevisionCount decodeRevisionCount(byte[] bytes) throws UnreadableRecordException {
    return WireReader.read(
        "stored count of instances",
        bytes,
        Wire.StoredRevision.parser(),
        wire ->
            new RevisionCount(
                WireReader.applicationKey(wire.getApplication()),
                new MetadataRevision(wire.getRevision()),
                new RevisionUse(wire.getInstances(), wire.getRegistered())));
  }

  /** Writes a count of revisions. */
  public static byte[] encode(ProviderCount value) {
    return Frame.wrap(
        Wire.StoredProvider.newBuilder()
            .setApplication(WireWriter.applicationKey(value.application()))
            .setInterface(value.serviceInterface())
            .setRevisions(value.revisions())
            .build());
  }

  /** Reads a count of revisions. */
  public static ProviderCount decodeProviderCount(byte[] bytes) throws UnreadableRecordException {
    return WireReader.read(
        "stored count of revisions",
        bytes,
        Wire.StoredProvider.parser(),
        wire ->
            new ProviderCount(
                WireReader.applicationKey(wire.getApplication()),
                wire.getInterface(),
                wire.getRevisions()));
  }

  /** Writes an imported instance. */
  public static byte[] encode(ImportedInstance value) {
    return Frame.wrap(
        Wire.StoredImported.newBuilder().setInstance(BridgeWire.imported(value)).build());
  }

  /** Reads an imported instance. */
  public static ImportedInstance decodeImported(byte[] bytes) throws UnreadableRecordException {
    return WireReader.read(
        "stored imported instance",
        bytes,
        Wire.StoredImported.parser(),
        wire -> BridgeWire.imported(wire.getInstance()));
  }

  /** Writes what is required of signatures. */
  public static byte[] encode(SignatureRequirement value) {
    return Frame.wrap(SignatureWire.requirement(value));
  }

  /** Reads what {@link #encode(SignatureRequirement)} wrote. */
  public static SignatureRequirement decodeRequirement(byte[] bytes)
      throws UnreadableRecordException {
    return WireReader.read(
        "stored requirement", bytes, Wire.StoredRequirement.parser(), SignatureWire::requirement);
  }

  /** Writes what a member has signed. */
  public static byte[] encode(SignerWindow value) {
    return Frame.wrap(SignatureWire.signer(value));
  }

  /** Reads what {@link #encode(SignerWindow)} wrote. */
  public static SignerWindow decodeSigner(byte[] bytes) throws UnreadableRecordException {
    return WireReader.read(
        "stored signer", bytes, Wire.StoredSigner.parser(), SignatureWire::signer);
  }

  /** Writes how the bridge stands. */
  public static byte[] encode(BridgeRecord value) {
    return Frame.wrap(BridgeWire.bridge(value));
  }

  /** Reads how the bridge stands. */
  public static BridgeRecord decodeBridge(byte[] bytes) throws UnreadableRecordException {
    return WireReader.read("stored bridge", bytes, Wire.StoredBridge.parser(), BridgeWire::bridge);
  }
}
