package io.landbridge.state;

import io.landbridge.command.Result;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a command comes to: its answer, and what is to be stored with it.
 *
 * @param result the answer
 * @param changes at most one per stored record; empty when the command is rejected or brings
 *     nothing new
 */
public record Decision(Result result, List<Change> changes) {

  /** Checks that no part is missing and copies the changes. */
  public Decision {
    Objects.requireNonNull(result, "result");
    changes = List.copyOf(changes);
  }

  static Decision applied(List<Change> changes) {
    return new Decision(Result.APPLIED, changes);
  }

  static Decision rejected(Result.Outcome outcome, String detail) {
    return new Decision(Result.rejected(outcome, detail), List.of());
  }

  /** The applications of which a reader would see something else. */
  public SortedSet<ApplicationKey> applications() {
    SortedSet<ApplicationKey> applications = terms();
    for (Change change : changes) {
      if (change instanceof Change.PutInstance put) {
        applications.add(put.instance().instance().application());
      } else if (change instanceof Change.RemoveInstance remove) {
        applications.add(remove.key().application());
      }
    }
    return applications;
  }

  /** The applications of which a reader would see another switch or other publications. */
  public SortedSet<ApplicationKey> terms() {
    SortedSet<ApplicationKey> applications = new TreeSet<>();
    for (Change change : changes) {
      if (change instanceof Change.PutTranslation put) {
        applications.add(put.application());
      } else if (change instanceof Change.RemoveTranslation remove) {
        applications.add(remove.application());
      } else if (change instanceof Change.PutPublication put) {
        applications.add(put.application());
      } else if (change instanceof Change.RemovePublication remove) {
        applications.add(remove.application());
      }
    }
    return applications;
  }

  /** The services of which a reader would see other imported instances. */
  public SortedSet<ServiceKey> imported() {
    SortedSet<ServiceKey> services = new TreeSet<>();
    importedInstances().forEach(key -> services.add(key.service()));
    return services;
  }

  /** The imported instances a reader would see otherwise. */
  public SortedSet<ImportedInstance.Key> importedInstances() {
    SortedSet<ImportedInstance.Key> keys = new TreeSet<>();
    for (Change change : changes) {
      if (change instanceof Change.PutImported put) {
        keys.add(put.instance().key());
      } else if (change instanceof Change.RemoveImported remove) {
        keys.add(remove.key());
      }
    }
    return keys;
  }

  /** Whether the bridge stands otherwise. */
  public boolean bridge() {
    return changes.stream().anyMatch(Change.PutBridge.class::isInstance);
  }
}
