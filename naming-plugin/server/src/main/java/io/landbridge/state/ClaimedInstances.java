package io.landbridge.state;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What a member that claims instances has to know of the catalog, read locally: what was applied
 * here so far, which may trail the leader. Safe for use from any thread; never blocks on the log.
 */
public interface ClaimedInstances {

  /** One instance. */
  Optional<OwnedInstance> instance(InstanceKey key);

  /**
   * The instances a member answers for, page by page, in an order of the catalog's own.
   *
   * @param member the member
   * @param after the last of the page before; empty for the first page
   * @param limit how many at most; fewer means that there are no more
   */
  List<OwnedInstance> ownedBy(MemberId member, Optional<InstanceKey> after, int limit);

  /**
   * Every member that ever claimed anything and is not forgotten yet, each with its newest start,
   * in milliseconds since 1970.
   */
  SortedMap<MemberId, Long> epochs();

  /** The document of a revision, while an instance or a publication refers to it. */
  Optional<MetadataDocument> document(MetadataRevision revision);

  /** Whether the catalog has the document of a revision; cheaper than reading it. */
  boolean hasDocument(MetadataRevision revision);

  /** Registers interest in instances that are claimed, or gone. */
  void onClaim(ClaimListener listener);
}
