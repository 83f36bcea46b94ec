package io.landbridge.raft;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.ForgetPublications;
import io.landbridge.command.Command.ForgetUnused;
import io.landbridge.command.Command.ImportInstances;
import io.landbridge.command.Command.ReapInstances;
import io.landbridge.command.Command.RecordPublications;
import io.landbridge.command.Command.RestoreApplication;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Publication;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.CommandCodec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Cuts a command into entries that fit, by halves.
 *
 * <p>All puts of a claim come before all its releases, and every entry encloses the documents its
 * own puts need, although an earlier entry has them too: between two entries another member's
 * command may have removed a document again.
 */
final class EntrySplitter {

  private final int maxBytes;
  private final List<byte[]> entries = new ArrayList<>();
  private final List<String> misfits = new ArrayList<>();
  private final Set<InstanceKey> misfitInstances = new HashSet<>();

  private EntrySplitter(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * What a command was cut into.
   *
   * @param entries in the order they must be proposed
   * @param misfits single records that do not fit into an entry, each with its size; in no entry
   * @param misfitInstances those of them that are instances
   */
  record Pieces(List<byte[]> entries, List<String> misfits, Set<InstanceKey> misfitInstances) {}

  static Pieces split(Command command, int maxBytes) {
    EntrySplitter splitter = new EntrySplitter(maxBytes);
    splitter.add(command);
    return new Pieces(
        List.copyOf(splitter.entries),
        List.copyOf(splitter.misfits),
        Set.copyOf(splitter.misfitInstances));
  }

  private void add(Command command) {
    byte[] entry = CommandCodec.encode(command);
    if (entry.length <= maxBytes) {
      entries.add(entry);
    } else if (command instanceof ClaimInstances claim) {
      halve(claim, entry.length);
    } else if (command instanceof ReapInstances reap && reap.keys().size() > 1) {
      for (List<InstanceKey> half : halves(reap.keys())) {
        add(new ReapInstances(reap.owner(), reap.epoch(), half));
      }
    } else if (command instanceof RecordPublications all && all.publications().size() > 1) {
      halves(all.publications())
          .forEach(half -> add(new RecordPublications(all.application(), half)));
    } else if (command instanceof ForgetPublications all && all.ids().size() > 1) {
      halves(all.ids()).forEach(half -> add(new ForgetPublications(all.application(), half)));
    } else if (command instanceof ForgetUnused all
        && all.members().size() + all.applications().size() > 1) {
      halve(all);
    } else if (command instanceof RestoreApplication restore) {
      halve(restore, entry.length);
    } else if (command instanceof ImportInstances all
        && all.puts().size() + all.removals().size() > 1) {
      halve(all);
    } else {
      misfit(describe(command), entry.length);
    }
  }

  private void halve(ForgetUnused all) {
    if (!all.members().isEmpty() && !all.applications().isEmpty()) {
      add(new ForgetUnused(all.members(), List.of(), all.before()));
      add(new ForgetUnused(List.of(), all.applications(), all.before()));
    } else if (all.applications().isEmpty()) {
      halves(all.members()).forEach(half -> add(new ForgetUnused(half, List.of(), all.before())));
    } else {
      halves(all.applications())
          .forEach(half -> add(new ForgetUnused(List.of(), half, all.before())));
    }
  }

  private void halve(ImportInstances all) {
    if (!all.puts().isEmpty() && !all.removals().isEmpty()) {
      add(new ImportInstances(all.epoch(), all.puts(), List.of()));
      add(new ImportInstances(all.epoch(), List.of(), all.removals()));
    } else if (all.removals().isEmpty()) {
      halves(all.puts()).forEach(half -> add(new ImportInstances(all.epoch(), half, List.of())));
    } else {
      halves(all.removals())
          .forEach(half -> add(new ImportInstances(all.epoch(), List.of(), half)));
    }
  }

  private void halve(ClaimInstances claim, int bytes) {
    List<ApplicationInstance> puts = claim.puts();
    List<InstanceKey> releases = claim.releases();
    if (!puts.isEmpty() && !releases.isEmpty()) {
      add(part(claim, puts, List.of()));
      add(part(claim, List.of(), releases));
    } else if (puts.size() > 1) {
      halves(puts).forEach(half -> add(part(claim, half, List.of())));
    } else if (releases.size() > 1) {
      halves(releases).forEach(half -> add(part(claim, List.of(), half)));
    } else if (claim.documents().size() > puts.size()) {
      add(part(claim, puts, releases));
    } else {
      puts.forEach(put -> misfitInstances.add(put.key()));
      misfit(describe(claim), bytes);
    }
  }

  private void halve(RestoreApplication restore, int bytes) {
    List<Publication> publications = restore.publications();
    List<ApplicationInstance> instances = restore.instances();
    boolean bare = restore.translation().isEmpty();
    if (!instances.isEmpty() && (!publications.isEmpty() || !bare)) {
      add(part(restore, restore.translation(), publications, List.of()));
      add(part(restore, Optional.empty(), List.of(), instances));
    } else if (!publications.isEmpty() && !bare) {
      add(part(restore, restore.translation(), List.of(), List.of()));
      add(part(restore, Optional.empty(), publications, List.of()));
    } else if (instances.size() > 1) {
      halves(instances).forEach(half -> add(part(restore, Optional.empty(), List.of(), half)));
    } else if (publications.size() > 1) {
      halves(publications).forEach(half -> add(part(restore, Optional.empty(), half, List.of())));
    } else if (restore.documents().size() > 1) {
      add(part(restore, restore.translation(), publications, instances));
    } else {
      misfit(describe(restore), bytes);
    }
  }

  private static RestoreApplication part(
      RestoreApplication restore,
      Optional<SwitchTranslation> translation,
      List<Publication> publications,
      List<ApplicationInstance> instances) {
    Set<MetadataRevision> referred = new TreeSet<>();
    instances.forEach(it -> referred.add(it.revision()));
    publications.stream()
        .filter(it -> it.id().kind() == Publication.Kind.DOCUMENT)
        .forEach(it -> referred.add(new MetadataRevision(it.id().name())));
    Map<MetadataRevision, MetadataDocument> needed = new TreeMap<>(restore.documents());
    needed.keySet().retainAll(referred);
    return new RestoreApplication(
        restore.application(), restore.at(), translation, publications, instances, needed);
  }

  private static ClaimInstances part(
      ClaimInstances claim, List<ApplicationInstance> puts, List<InstanceKey> releases) {
    Map<MetadataRevision, MetadataDocument> needed = new TreeMap<>();
    for (ApplicationInstance put : puts) {
      MetadataDocument document = claim.documents().get(put.revision());
      if (document != null) {
        needed.put(put.revision(), document);
      }
    }
    return new ClaimInstances(claim.owner(), claim.epoch(), puts, needed, releases);
  }

  private static <T> List<List<T>> halves(List<T> list) {
    int middle = list.size() / 2;
    return List.of(list.subList(0, middle), list.subList(middle, list.size()));
  }

  private void misfit(String what, int bytes) {
    misfits.add("%s takes %d bytes; an entry has at most %d".formatted(what, bytes, maxBytes));
  }

  private static String describe(Command command) {
    if (command instanceof ClaimInstances claim && !claim.puts().isEmpty()) {
      ApplicationInstance put = claim.puts().get(0);
      return "instance %s with document %s".formatted(put.key(), put.revision());
    } else if (command instanceof ClaimInstances claim && !claim.releases().isEmpty()) {
      return "the release of instance " + claim.releases().get(0);
    } else if (command instanceof ReapInstances reap && !reap.keys().isEmpty()) {
      return "the removal of instance " + reap.keys().get(0);
    } else if (command instanceof RecordPublications all && !all.publications().isEmpty()) {
      return "publication %s of %s".formatted(all.publications().get(0).id(), all.application());
    } else if (command instanceof ForgetPublications all && !all.ids().isEmpty()) {
      return "publication %s of %s".formatted(all.ids().get(0), all.application());
    } else if (command instanceof ImportInstances all && !all.puts().isEmpty()) {
      return "imported instance " + all.puts().get(0).key();
    } else if (command instanceof SwitchTranslation change) {
      return "the switch of " + change.application();
    }
    return "a command of no content";
  }
}
