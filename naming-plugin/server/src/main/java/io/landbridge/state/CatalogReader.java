package io.landbridge.state;

import io.landbridge.command.Publication;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;

/**
 * The catalog of this member, read locally: what was applied here so far, which may trail the
 * leader. Safe for use from any thread; never blocks on the log.
 */
public interface CatalogReader {

  /** Every application that has instances or was ever switched, sorted. */
  SortedSet<ApplicationKey> applications();

  /** The switch of an application; {@link Translation#OFF} when it was never touched. */
  Translation translation(ApplicationKey application);

  /** The instances of an application, sorted by key. */
  List<OwnedInstance> instances(ApplicationKey application);

  /** One instance. */
  Optional<OwnedInstance> instance(InstanceKey key);

  /** The instances a member answers for, sorted by key. */
  List<OwnedInstance> ownedBy(MemberId member);

  /** The members that answer for at least one instance. */
  Set<MemberId> owners();

  /** The document of a revision, while an instance or a publication refers to it. */
  Optional<MetadataDocument> document(MetadataRevision revision);

  /** What was published for an application, sorted by id. */
  List<Publication> publications(ApplicationKey application);

  /** How far this member is and what it holds. */
  CatalogPosition position();

  /**
   * Registers interest in changes. The listener runs on the apply thread after the change can be
   * read, must be quick, and gets the applications that changed; after a restored snapshot that is
   * every application.
   *
   * @param listener called with a non-empty set
   */
  void onChange(Consumer<Set<ApplicationKey>> listener);
}
