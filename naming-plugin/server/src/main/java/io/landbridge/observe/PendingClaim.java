package io.landbridge.observe;

import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.observe.due.DirtyUnits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One claim while it is put together, and what must be done once it is answered. */
final class PendingClaim {

  /** Puts: the fingerprint and the units that hold the instance. */
  record Told(long fingerprint, List<Unit> holders) {}

  private final Map<InstanceKey, Told> told = new LinkedHashMap<>();
  private final Map<InstanceKey, List<Unit>> released = new LinkedHashMap<>();
  private final Map<String, Unit> units = new HashMap<>();
  private final List<ApplicationInstance> puts = new ArrayList<>();
  private final Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
  private final List<DirtyUnits.Mark> marks = new ArrayList<>();

  void put(ApplicationInstance instance, List<Unit> holders) {
    puts.add(instance);
    told.put(instance.key(), new Told(KnownInstance.fingerprint(instance), holders));
    holders.forEach(unit -> units.put(unit.id(), unit));
  }

  void enclose(MetadataRevision revision, MetadataDocument document) {
    documents.put(revision, document);
  }

  void release(InstanceKey key, List<Unit> holders) {
    released.put(key, holders);
    holders.forEach(unit -> units.put(unit.id(), unit));
  }

  boolean isEmpty() {
    return told.isEmpty() && released.isEmpty();
  }

  int size() {
    return told.size() + released.size();
  }

  /** The command; what is only needed to make it is forgotten. */
  ClaimInstances command(MemberId self, long epoch) {
    ClaimInstances command =
        new ClaimInstances(self, epoch, puts, documents, List.copyOf(released.keySet()));
    puts.clear();
    documents.clear();
    return command;
  }

  /** The marks of its units, which the answer settles. */
  void keep(DirtyUnits.Mark mark) {
    marks.add(mark);
  }

  List<DirtyUnits.Mark> marks() {
    return marks;
  }

  Map<InstanceKey, Told> told() {
    return told;
  }

  Map<InstanceKey, List<Unit>> released() {
    return released;
  }

  Map<String, Unit> units() {
    return units;
  }
}
