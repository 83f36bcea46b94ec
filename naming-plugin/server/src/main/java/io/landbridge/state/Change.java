package io.landbridge.state;

import io.landbridge.command.Publication;
import io.landbridge.command.SignatureRequirement;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;

/** One difference between what is stored and what is to be stored. */
public sealed interface Change {

  /** An instance is new or different. */
  record PutInstance(OwnedInstance instance) implements Change {}

  /** An instance is gone. */
  record RemoveInstance(InstanceKey key) implements Change {}

  /** A document is referred to for the first time. */
  record PutDocument(MetadataRevision revision, MetadataDocument document) implements Change {}

  /** Nothing refers to a document any more. */
  record RemoveDocument(MetadataRevision revision) implements Change {}

  /**
   * More or fewer records refer to a document.
   *
   * @param revision the document
   * @param count how many do now; 0 with {@link RemoveDocument} only
   */
  record SetReferences(MetadataRevision revision, int count) implements Change {}

  /** An application is switched. */
  record PutTranslation(ApplicationKey application, Translation translation) implements Change {}

  /** The switch of an application is of no use any more. */
  record RemoveTranslation(ApplicationKey application) implements Change {}

  /** A publication is new or got further. */
  record PutPublication(ApplicationKey application, Publication publication) implements Change {}

  /** A publication was taken back. */
  record RemovePublication(ApplicationKey application, Publication.Id id) implements Change {}

  /** A member has spoken in a newer start. */
  record SetEpoch(MemberId member, long epoch) implements Change {}

  /** A member is long gone. */
  record RemoveEpoch(MemberId member) implements Change {}

  /** An instance of the legacy cluster is new or different. */
  record PutImported(ImportedInstance instance) implements Change {}

  /** An instance of the legacy cluster is gone. */
  record RemoveImported(ImportedInstance.Key key) implements Change {}

  /** Entries must be signed from here on. */
  record PutRequirement(SignatureRequirement requirement) implements Change {}

  /** Entries need not be signed any more. */
  record RemoveRequirement() implements Change {}

  /** A member has signed one more entry. */
  record PutSigner(SignerWindow signer) implements Change {}

  /** What a member has signed so far is of no use any more. */
  record RemoveSigner(MemberId signer) implements Change {}

  /** The bridge stands otherwise. */
  record PutBridge(BridgeRecord bridge) implements Change {}
}
