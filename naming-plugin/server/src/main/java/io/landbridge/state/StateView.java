package io.landbridge.state;

import io.landbridge.command.Publication;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What a decision may look at: single records, by key. */
public interface StateView extends SignatureView {

  /** One instance. */
  Optional<OwnedInstance> instance(InstanceKey key);

  /** How many instances and publications refer to a document; it is stored while that is not 0. */
  int references(MetadataRevision revision);

  /** The switch of an application; {@link Translation#OFF} when it was never touched. */
  Translation translation(ApplicationKey application);

  /** One publication. */
  Optional<Publication> publication(ApplicationKey application, Publication.Id id);

  /** The newest start of a member any claim was made in; empty when it never claimed. */
  OptionalLong epoch(MemberId member);

  /** Whether a member answers for any instance. */
  boolean ownsInstances(MemberId member);

  /** Whether an application has any instance. */
  boolean hasInstances(ApplicationKey application);

  /** Whether anything was published for an application, or is about to be. */
  boolean hasPublications(ApplicationKey application);

  /** One imported instance. */
  Optional<ImportedInstance> imported(ImportedInstance.Key key);

  /** How the bridge stands; {@link BridgeRecord#NONE} when there never was one. */
  BridgeRecord bridge();

  /** The members that have signed anything since signatures have been required. */
  List<MemberId> signers();
}
