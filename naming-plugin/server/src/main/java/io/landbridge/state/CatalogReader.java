package io.landbridge.state;

import io.landbridge.command.Publication;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Consumer;

/**
 * The catalog of this member, read locally: what was applied here so far, which may trail the
 * leader. Safe for use from any thread; never blocks on the log.
 */
public interface CatalogReader extends ClaimedInstances, ImportedInstances, SignatureView {

  /** Every application that has instances or was ever switched, sorted. */
  SortedSet<ApplicationKey> applications();

  /**
   * The first applications after another, sorted.
   *
   * @param after empty for the very first; need not exist
   * @param limit most that are returned, at least 1
   */
  SortedSet<ApplicationKey> applications(Optional<ApplicationKey> after, int limit);

  /** The switch of an application; {@link Translation#OFF} when it was never touched. */
  Translation translation(ApplicationKey application);

  /** The instances of an application, sorted by key. */
  List<OwnedInstance> instances(ApplicationKey application);

  /**
   * The first instances of an application after another, in an order that is always the same but
   * not the one of {@link InstanceKey}: continue after the last of the page.
   *
   * @param application the application
   * @param after an instance of that application; empty for the very first; need not exist any more
   * @param limit most that are returned, at least 1
   */
  List<OwnedInstance> instances(ApplicationKey application, Optional<InstanceKey> after, int limit);

  /** The revisions that instances of an application have, each with their number; cheap. */
  SortedMap<MetadataRevision, RevisionUse> revisions(ApplicationKey application);

  /**
   * The applications of a namespace with an instance whose document has an interface; cheap. What
   * was published for an application that has no such instance any more is not in it.
   *
   * @param namespace the namespace
   * @param serviceInterface the Java interface, without group and version
   */
  SortedSet<ApplicationKey> mapping(NamespaceId namespace, String serviceInterface);

  /**
   * The first interfaces of a namespace after another, with their applications, in an order that is
   * always the same but not the one of {@link String}: continue after the last of the page.
   *
   * @param namespace the namespace
   * @param after an interface; empty for the very first; need not exist
   * @param limit most interfaces that are returned, at least 1
   */
  List<InterfaceMapping> mappings(NamespaceId namespace, Optional<String> after, int limit);

  /**
   * Hands over the instances of an application that are in one Nacos group, one by one and sorted
   * by key, so that nobody needs all of them at once.
   *
   * @param service the service of that group
   * @param visitor quick, and not a reader of the catalog itself
   */
  void visit(ServiceKey service, Consumer<OwnedInstance> visitor);

  /**
   * The Nacos groups an application has instances in. Read from memory: in the database a group
   * begins behind what was deleted of it lately, which takes long to step over.
   */
  SortedSet<String> groups(ApplicationKey application);

  /** The instances a member answers for, sorted by key. */
  List<OwnedInstance> ownedBy(MemberId member);

  /** The members that answer for at least one instance. */
  Set<MemberId> owners();

  /**
   * The first documents after a revision.
   *
   * @param after empty for the very first; need not exist
   * @param limit most that are returned, at least 1
   */
  SortedMap<MetadataRevision, MetadataDocument> documents(
      Optional<MetadataRevision> after, int limit);

  /** What was published for an application, sorted by id. */
  List<Publication> publications(ApplicationKey application);

  /** How far this member is and what it holds. */
  CatalogPosition position();

  /**
   * Registers interest in changes.
   *
   * @param listener called after each entry that changes an application, and after each restored
   *     snapshot
   */
  void onChange(ChangeListener listener);

  /**
   * Registers interest in every step of the log, also in those that change nothing.
   *
   * @param listener called after each step
   */
  void onAdvance(CatalogListener listener);

  /** Registers interest in instances that are lost instead of deregistered. */
  void onLoss(DisappearanceListener listener);
}
