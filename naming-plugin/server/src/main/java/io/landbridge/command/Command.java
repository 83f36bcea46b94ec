package io.landbridge.command;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What can be asked of the catalog.
 *
 * <p>Every command is idempotent: applying it twice leaves what applying it once leaves. Whatever
 * an outcome depends on, time included, is in the command.
 */
public sealed interface Command {

  /**
   * A member tells what changed among the clients it is responsible for.
   *
   * <p>A put makes the member the owner of the instance, whoever owned it before. A release removes
   * the instance only while that member is still its owner, so the last word of a member a client
   * has left cannot take the instance away from the member it moved to. Puts come before releases;
   * of two puts with the same key the later one counts.
   *
   * <p>Rejected as a whole: {@code STALE_EPOCH} when the member has claimed in a later epoch,
   * {@code NOT_FOUND} when a put refers to a document that is neither stored nor enclosed, {@code
   * UNREADABLE} when an enclosed document does not hash to its revision.
   *
   * @param owner the member
   * @param epoch when that member started, milliseconds since 1970; grows with every start
   * @param puts instances that are new or changed
   * @param documents the documents the puts refer to and the catalog may not have yet
   * @param releases instances that are gone
   */
  record ClaimInstances(
      MemberId owner,
      long epoch,
      List<ApplicationInstance> puts,
      Map<MetadataRevision, MetadataDocument> documents,
      List<InstanceKey> releases)
      implements Command {

    /** Copies the collections. */
    public ClaimInstances {
      puts = List.copyOf(puts);
      documents = Map.copyOf(documents);
      releases = List.copyOf(releases);
    }
  }

  /**
   * The leader removes what a lost member owned and nobody has claimed since. Never rejected: what
   * is gone or has another owner is passed over.
   *
   * @param owner the lost member
   * @param epoch instances it claimed in this epoch or an earlier one are removed
   * @param keys the instances
   */
  record ReapInstances(MemberId owner, long epoch, List<InstanceKey> keys) implements Command {

    /** Copies the collection. */
    public ReapInstances {
      keys = List.copyOf(keys);
    }
  }

  /**
   * An operator switches the translation of an application. Never rejected; asking for the state it
   * is in already changes nothing, the time of the switch included.
   *
   * @param application the application
   * @param enabled the wanted state
   * @param force translate although foreign instances share the application's service name
   * @param audience which consumer processes are shown its derived instances; where a share was
   *     selected before, its salt stays
   * @param at when it was asked for, milliseconds since 1970
   */
  record SwitchTranslation(
      ApplicationKey application, boolean enabled, boolean force, Audience audience, long at)
      implements Command {

    /** A switch that shows everybody. */
    public SwitchTranslation(ApplicationKey application, boolean enabled, boolean force, long at) {
      this(application, enabled, force, Audience.WHOLE, at);
    }
  }

  /**
   * The publisher notes what it is about to write to the configuration centre, or has written.
   *
   * <p>What is recorded already changes from {@code INTENDED} to {@code WRITTEN} and in no other
   * way; anything else is passed over. Rejected as a whole with {@code NOT_FOUND} when a document
   * to be published is not stored; a recorded document is kept until the record is forgotten.
   *
   * @param application on whose behalf
   * @param publications new or advanced publications of it
   */
  record RecordPublications(ApplicationKey application, List<Publication> publications)
      implements Command {

    /** Copies the collection. */
    public RecordPublications {
      publications = List.copyOf(publications);
    }
  }

  /**
   * An operator brings back what a backup has of an application. Only adds: an instance, a
   * publication or a switch that is there is kept as it is.
   *
   * <p>What is brought back is as uncertain as its age: instances belong to {@link #OWNER}, who is
   * never up, so they are removed after the grace unless their clients come back and are claimed; a
   * publication we had written is an intent again, which makes the publisher look whether it is
   * still there; and one that had been found is not brought back, because it is not ours.
   *
   * <p>Rejected as a whole with {@code NOT_FOUND} when an instance or a publication refers to a
   * document that is neither stored nor enclosed.
   *
   * @param application the application
   * @param at when, milliseconds since 1970; the epoch of the instances
   * @param translation its switch as it was; empty to leave it alone
   * @param publications of it
   * @param instances of it
   * @param documents the documents these refer to
   */
  record RestoreApplication(
      ApplicationKey application,
      long at,
      Optional<SwitchTranslation> translation,
      List<Publication> publications,
      List<ApplicationInstance> instances,
      Map<MetadataRevision, MetadataDocument> documents)
      implements Command {

    /** No member has such an address. */
    public static final MemberId OWNER = new MemberId("restored");

    /** Copies the collections and checks that all of it is of the application. */
    public RestoreApplication {
      publications = List.copyOf(publications);
      instances = List.copyOf(instances);
      documents = Map.copyOf(documents);
      boolean strange =
          translation.filter(it -> !it.application().equals(application)).isPresent()
              || instances.stream().anyMatch(it -> !it.application().equals(application));
      if (strange) {
        throw new IllegalArgumentException("something of another application than " + application);
      }
    }

    /** The same at another time. */
    public RestoreApplication at(long time) {
      return new RestoreApplication(
          application, time, translation, publications, instances, documents);
    }
  }

  /**
   * The publisher has taken back what it wrote. Never rejected.
   *
   * @param application on whose behalf it had been written
   * @param ids the publications that are gone
   */
  record ForgetPublications(ApplicationKey application, List<Publication.Id> ids)
      implements Command {

    /** Copies the collection. */
    public ForgetPublications {
      ids = List.copyOf(ids);
    }
  }

  /**
   * The leader forgets what has been of no use for long, so that nothing grows for ever while
   * servers and applications come and go. Never rejected: what is of use again is passed over.
   *
   * <p>The newest start of a member is forgotten when it lies before that time and the member owns
   * no instance; only what an older start of it proposed could still be taken for new then. The
   * switch of an application is forgotten when it was switched off before that time, has no
   * instances, and nothing published for it is left.
   *
   * @param members members that are gone
   * @param applications applications that are gone
   * @param before milliseconds since 1970
   */
  record ForgetUnused(List<MemberId> members, List<ApplicationKey> applications, long before)
      implements Command {

    /** Copies the collections. */
    public ForgetUnused {
      members = List.copyOf(members);
      applications = List.copyOf(applications);
    }
  }

  /**
   * An operator says what the bridge is to do. The epoch grows by one, so that whatever was
   * proposed under the terms of before is refused from then on.
   *
   * <p>Rejected with {@code STALE_EPOCH} unless the epoch is the expected one, or these very terms
   * were the last step.
   *
   * @param expected the epoch the operator saw; 0 before the first bridge
   * @param terms what is wanted
   * @param at when, milliseconds since 1970
   * @param id what tells this cluster from others that are bridged to the same legacy cluster;
   *     counts in the first step of all, and is kept from there on
   */
  record SwitchBridge(long expected, BridgeTerms terms, long at, String id) implements Command {

    /** Checks that no part is missing. */
    public SwitchBridge {
      Objects.requireNonNull(terms, "terms");
      Objects.requireNonNull(id, "id");
    }

    /** A later step: the bridge keeps its id. */
    public SwitchBridge(long expected, BridgeTerms terms, long at) {
      this(expected, terms, at, "");
    }
  }

  /**
   * The leader becomes the one member that imports. The epoch grows by one, so that whatever the
   * member before it still proposes is refused.
   *
   * <p>Rejected with {@code NOT_FOUND} when there never was a bridge, and with {@code STALE_EPOCH}
   * unless the epoch is the expected one, or this very step was the last.
   *
   * @param member the leader
   * @param expected the epoch it saw
   */
  record TakeBridge(MemberId member, long expected) implements Command {}

  /**
   * The active member tells what changed in the legacy cluster. Puts come before removals.
   *
   * <p>Rejected as a whole with {@code NOT_FOUND} when there never was a bridge, and with {@code
   * STALE_EPOCH} when it is in another epoch.
   *
   * @param epoch of the bridge
   * @param puts instances that are new or changed
   * @param removals instances that are gone
   */
  record ImportInstances(
      long epoch, List<ImportedInstance> puts, List<ImportedInstance.Key> removals)
      implements Command {

    /** Copies the collections. */
    public ImportInstances {
      puts = List.copyOf(puts);
      removals = List.copyOf(removals);
    }
  }

  /**
   * The active member has everything the legacy cluster had, for the first time since the bridge
   * was started; from now on what is gone there may be removed here.
   *
   * <p>Rejected with {@code NOT_FOUND} when there never was a bridge, and with {@code STALE_EPOCH}
   * when it is in another epoch.
   *
   * @param epoch of the bridge
   * @param at when, milliseconds since 1970
   */
  record CompleteImport(long epoch, long at) implements Command {}

  /**
   * An operator says that entries must be signed from here on, or the leader that they must be
   * signed with another key. Exists in signed entries alone.
   *
   * <p>Rejected with {@code STALE_EPOCH} unless the requirement in force is the expected one, or
   * this very one.
   *
   * @param expected the nonce of the requirement in force; 0 while there is none
   * @param requirement what is required from here on
   */
  record RequireSignatures(long expected, SignatureRequirement requirement) implements Command {

    /** Checks that no part is missing. */
    public RequireSignatures {
      Objects.requireNonNull(requirement, "requirement");
    }
  }

  /**
   * An operator says that entries need not be signed any more. Exists in signed entries alone.
   *
   * <p>Rejected with {@code STALE_EPOCH} unless the requirement in force is the expected one.
   *
   * @param expected the nonce of the requirement in force
   */
  record EndSignatures(long expected) implements Command {}

  /**
   * A member that has stopped at an entry it cannot read agrees to leave that entry out. Changes
   * nothing in the catalog; see {@code raft.UnreadableEntries} for what it does to a member that
   * has stopped.
   *
   * <p>Rejected with {@code NOT_FOUND} by every member that has not stopped.
   *
   * @param entry the entry
   * @param member the member that agrees
   * @param members everybody whose agreement it takes, that member among them
   */
  record SkipEntry(EntryId entry, MemberId member, List<MemberId> members) implements Command {

    /** Copies the members, in their order, and checks that the one that agrees is among them. */
    public SkipEntry {
      Objects.requireNonNull(entry, "entry");
      members = members.stream().sorted().distinct().toList();
      if (!members.contains(member)) {
        throw new IllegalArgumentException(member + " is none of those that must agree");
      }
    }
  }
}
