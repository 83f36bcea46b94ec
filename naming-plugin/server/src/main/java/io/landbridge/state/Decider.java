package io.landbridge.state;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.EndSignatures;
import io.landbridge.command.Command.ForgetPublications;
import io.landbridge.command.Command.ForgetUnused;
import io.landbridge.command.Command.ReapInstances;
import io.landbridge.command.Command.RecordPublications;
import io.landbridge.command.Command.RequireSignatures;
import io.landbridge.command.Command.RestoreApplication;
import io.landbridge.command.Command.SkipEntry;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Publication;
import io.landbridge.command.Result.Outcome;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides what a command changes. Pure: the same view and command give the same decision on every
 * member, and deciding again once the changes are stored gives no change.
 */
public final class Decider {

  private Decider() {}

  /**
   * Decides.
   *
   * @param view what is stored now
   * @param command the command
   */
  public static Decision decide(StateView view, Command command) {
    if (command instanceof ClaimInstances claim) {
      return claim(view, claim);
    } else if (command instanceof ReapInstances reap) {
      return reap(view, reap);
    } else if (command instanceof SwitchTranslation change) {
      return switchTranslation(view, change);
    } else if (command instanceof RecordPublications publications) {
      return recordPublications(view, publications);
    } else if (command instanceof ForgetPublications publications) {
      return forgetPublications(view, publications);
    } else if (command instanceof ForgetUnused unused) {
      return forgetUnused(view, unused);
    } else if (command instanceof RestoreApplication restore) {
      return restore(view, restore);
    } else if (command instanceof SkipEntry skip) {
      return Decision.rejected(
          Outcome.NOT_FOUND,
          "this member has not stopped at %s: it has read or already skipped the entry"
              .formatted(skip.entry()));
    }
    return command instanceof RequireSignatures || command instanceof EndSignatures
        ? SignatureDecider.decide(view, command)
        : BridgeDecider.decide(view, command);
  }

  private static Decision claim(StateView view, ClaimInstances claim) {
    OptionalLong newest = view.epoch(claim.owner());
    if (newest.isPresent() && claim.epoch() < newest.getAsLong()) {
      return Decision.rejected(
          Outcome.STALE_EPOCH,
          "member %s has started again: epoch %d is older than %d"
              .formatted(claim.owner(), claim.epoch(), newest.getAsLong()));
    }
    for (ApplicationInstance put : claim.puts()) {
      MetadataRevision revision = put.revision();
      if (!claim.documents().containsKey(revision) && view.references(revision) == 0) {
        return Decision.rejected(
            Outcome.NOT_FOUND,
            "instance %s refers to document %s, which is neither stored nor enclosed"
                .formatted(put.key(), revision));
      }
    }
    Draft draft = new Draft(view);
    claim.puts().stream()
        .map(put -> new OwnedInstance(put, claim.owner(), claim.epoch()))
        .forEach(draft::putInstance);
    claim.releases().stream()
        .filter(
            key -> draft.instance(key).filter(it -> it.owner().equals(claim.owner())).isPresent())
        .forEach(draft::removeInstance);

    List<Change> changes = new ArrayList<>(draft.instanceChanges());
    changes.addAll(draft.documentChanges(claim.documents()));
    if (newest.isEmpty() || claim.epoch() > newest.getAsLong()) {
      changes.add(new Change.SetEpoch(claim.owner(), claim.epoch()));
    }
    return Decision.applied(changes);
  }

  private static Decision reap(StateView view, ReapInstances reap) {
    Draft draft = new Draft(view);
    reap.keys().stream()
        .filter(
            key ->
                draft
                    .instance(key)
                    .filter(it -> it.owner().equals(reap.owner()) && it.epoch() <= reap.epoch())
                    .isPresent())
        .forEach(draft::removeInstance);
    List<Change> changes = new ArrayList<>(draft.instanceChanges());
    changes.addAll(draft.documentChanges(Map.of()));
    return Decision.applied(changes);
  }

  private static Decision switchTranslation(StateView view, SwitchTranslation command) {
    Translation before = view.translation(command.application());
    boolean switched = before.enabled() != command.enabled() || before.force() != command.force();
    Translation after =
        new Translation(
            command.enabled(),
            command.force(),
            switched ? command.at() : before.since(),
            // Or who is in the share already might fall out of a larger one.
            command.audience().following(before.audience()));
    if (after.equals(before)) {
      return Decision.applied(List.of());
    }
    return Decision.applied(List.of(new Change.PutTranslation(command.application(), after)));
  }

  private static Decision recordPublications(StateView view, RecordPublications command) {
    for (Publication publication : command.publications()) {
      if (publication.id().kind() == Publication.Kind.DOCUMENT
          && view.references(new MetadataRevision(publication.id().name())) == 0) {
        return Decision.rejected(
            Outcome.NOT_FOUND,
            "document %s, to be published for %s, is not stored"
                .formatted(publication.id().name(), command.application()));
      }
    }
    Draft draft = new Draft(view);
    for (Publication publication : command.publications()) {
      boolean news =
          draft
              .publication(command.application(), publication.id())
              .map(before -> advances(before.stage(), publication.stage()))
              .orElse(true);
      if (news) {
        draft.putPublication(command.application(), publication);
      }
    }
    return publicationDecision(draft, command.application());
  }

  /**
   * Only an intent can become more. That something was found, after we had already noted that it
   * was not there, is our own write by a publisher that died before it could say so.
   */
  private static boolean advances(Publication.Stage before, Publication.Stage after) {
    return before == Publication.Stage.INTENDED && after == Publication.Stage.WRITTEN;
  }

  private static Decision forgetPublications(StateView view, ForgetPublications command) {
    Draft draft = new Draft(view);
    command.ids().forEach(id -> draft.removePublication(command.application(), id));
    return publicationDecision(draft, command.application());
  }

  private static Decision forgetUnused(StateView view, ForgetUnused command) {
    List<Change> changes = new ArrayList<>();
    command.members().stream()
        .distinct()
        .filter(member -> view.epoch(member).orElse(Long.MAX_VALUE) < command.before())
        .filter(member -> !view.ownsInstances(member))
        .map(Change.RemoveEpoch::new)
        .forEach(changes::add);
    command.applications().stream()
        .distinct()
        .filter(application -> isUnused(view, application, command.before()))
        .map(Change.RemoveTranslation::new)
        .forEach(changes::add);
    return Decision.applied(changes);
  }

  private static boolean isUnused(StateView view, ApplicationKey application, long before) {
    Translation translation = view.translation(application);
    return !translation.equals(Translation.OFF)
        && !translation.enabled()
        && translation.since() < before
        && !view.hasInstances(application)
        && !view.hasPublications(application);
  }

  private static Decision restore(StateView view, RestoreApplication restore) {
    List<Publication> ours =
        restore.publications().stream()
            .filter(it -> it.stage() != Publication.Stage.FOUND)
            .map(it -> new Publication(it.id(), Publication.Stage.INTENDED))
            .toList();
    Set<MetadataRevision> referred = new TreeSet<>();
    restore.instances().forEach(it -> referred.add(it.revision()));
    ours.stream()
        .filter(it -> it.id().kind() == Publication.Kind.DOCUMENT)
        .forEach(it -> referred.add(new MetadataRevision(it.id().name())));
    for (MetadataRevision revision : referred) {
      if (!restore.documents().containsKey(revision) && view.references(revision) == 0) {
        return Decision.rejected(
            Outcome.NOT_FOUND,
            "something of %s refers to document %s, which is neither stored nor enclosed"
                .formatted(restore.application(), revision));
      }
    }
    Draft draft = new Draft(view);
    restore.instances().stream()
        .filter(it -> draft.instance(it.key()).isEmpty())
        .map(it -> new OwnedInstance(it, RestoreApplication.OWNER, restore.at()))
        .forEach(draft::putInstance);
    ours.stream()
        .filter(it -> draft.publication(restore.application(), it.id()).isEmpty())
        .forEach(it -> draft.putPublication(restore.application(), it));
    List<Change> changes = new ArrayList<>(draft.instanceChanges());
    changes.addAll(draft.publicationChanges(restore.application()));
    changes.addAll(draft.documentChanges(restore.documents()));
    restore
        .translation()
        .filter(it -> view.translation(restore.application()).equals(Translation.OFF))
        .map(it -> new Translation(it.enabled(), it.force(), it.at(), it.audience()))
        .filter(it -> !it.equals(Translation.OFF))
        .ifPresent(it -> changes.add(new Change.PutTranslation(restore.application(), it)));
    return Decision.applied(changes);
  }

  private static Decision publicationDecision(Draft draft, ApplicationKey application) {
    List<Change> changes = new ArrayList<>(draft.publicationChanges(application));
    changes.addAll(draft.documentChanges(Map.of()));
    return Decision.applied(changes);
  }
}
