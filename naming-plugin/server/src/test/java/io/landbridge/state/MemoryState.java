package io.landbridge.state;

import io.landbridge.command.Command;
import io.landbridge.command.Publication;
import io.landbridge.command.Result;
import io.landbridge.command.SignatureRequirement;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The stored state as plain maps: the model the real store is compared with. */
public final class MemoryState implements StateView {

  /** What a publication is found by. */
  public record PublicationKey(ApplicationKey application, Publication.Id id)
      implements Comparable<PublicationKey> {
    @Override
    public int compareTo(PublicationKey other) {
      int byApplication = application.compareTo(other.application);
      return byApplication != 0 ? byApplication : id.compareTo(other.id);
    }
  }

  public final Map<InstanceKey, OwnedInstance> instances = new TreeMap<>();
  public final Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
  public final Map<MetadataRevision, Integer> references = new TreeMap<>();
  public final Map<ApplicationKey, Translation> translations = new TreeMap<>();
  public final Map<PublicationKey, Publication> publications = new TreeMap<>();
  public final Map<MemberId, Long> epochs = new TreeMap<>();
  public final Map<ImportedInstance.Key, ImportedInstance> imported = new TreeMap<>();
  public BridgeRecord bridge = BridgeRecord.NONE;
  private Optional<SignatureRequirement> requirement = Optional.empty();
  private final SortedMap<MemberId, SignerWindow> signers = new TreeMap<>();

  /** Decides and stores. */
  public Result apply(Command command) {
    Decision decision = Decider.decide(this, command);
    decision.changes().forEach(this::store);
    return decision.result();
  }

  private void store(Change change) {
    if (change instanceof Change.PutInstance put) {
      instances.put(put.instance().instance().key(), put.instance());
    } else if (change instanceof Change.RemoveInstance remove) {
      instances.remove(remove.key());
    } else if (change instanceof Change.PutDocument put) {
      documents.put(put.revision(), put.document());
    } else if (change instanceof Change.RemoveDocument remove) {
      documents.remove(remove.revision());
    } else if (change instanceof Change.SetReferences set) {
      if (set.count() == 0) {
        references.remove(set.revision());
      } else {
        references.put(set.revision(), set.count());
      }
    } else if (change instanceof Change.PutTranslation put) {
      translations.put(put.application(), put.translation());
    } else if (change instanceof Change.RemoveTranslation remove) {
      translations.remove(remove.application());
    } else if (change instanceof Change.PutPublication put) {
      publications.put(
          new PublicationKey(put.application(), put.publication().id()), put.publication());
    } else if (change instanceof Change.RemovePublication remove) {
      publications.remove(new PublicationKey(remove.application(), remove.id()));
    } else if (change instanceof Change.SetEpoch set) {
      epochs.put(set.member(), set.epoch());
    } else if (change instanceof Change.RemoveEpoch remove) {
      epochs.remove(remove.member());
    } else if (change instanceof Change.PutImported put) {
      imported.put(put.instance().key(), put.instance());
    } else if (change instanceof Change.RemoveImported remove) {
      imported.remove(remove.key());
    } else if (change instanceof Change.PutBridge put) {
      bridge = put.bridge();
    } else if (change instanceof Change.PutRequirement put) {
      requirement = Optional.of(put.requirement());
    } else if (change instanceof Change.RemoveRequirement) {
      requirement = Optional.empty();
    } else if (change instanceof Change.PutSigner put) {
      signers.put(put.signer().signer(), put.signer());
    } else if (change instanceof Change.RemoveSigner remove) {
      signers.remove(remove.signer());
    } else {
      throw new AssertionError(change);
    }
  }

  /** The publications of an application, sorted by id. */
  public List<Publication> publicationsOf(ApplicationKey application) {
    return publications.entrySet().stream()
        .filter(each -> each.getKey().application().equals(application))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** The revisions of the instances of an application, counted one by one. */
  public SortedMap<MetadataRevision, RevisionUse> revisionsOf(ApplicationKey application) {
    SortedMap<MetadataRevision, RevisionUse> counts = new TreeMap<>();
    instances.values().stream()
        .map(OwnedInstance::instance)
        .filter(it -> it.application().equals(application))
        .forEach(it -> counts.merge(it.revision(), RevisionUse.of(it), RevisionUse::plus));
    return counts;
  }

  /** The interfaces of a namespace and who provides them, looked up instance by instance. */
  public SortedMap<String, SortedSet<ApplicationKey>> mappingsOf(NamespaceId namespace) {
    SortedMap<String, SortedSet<ApplicationKey>> mappings = new TreeMap<>();
    for (OwnedInstance owned : instances.values()) {
      ApplicationKey application = owned.instance().application();
      if (application.namespace().equals(namespace)) {
        Objects.requireNonNull(documents.get(owned.instance().revision()))
            .services()
            .values()
            .forEach(
                service ->
                    mappings
                        .computeIfAbsent(service.name(), name -> new TreeSet<>())
                        .add(application));
      }
    }
    return mappings;
  }

  @Override
  public Optional<OwnedInstance> instance(InstanceKey key) {
    return Optional.ofNullable(instances.get(key));
  }

  @Override
  public int references(MetadataRevision revision) {
    return references.getOrDefault(revision, 0);
  }

  @Override
  public Translation translation(ApplicationKey application) {
    return translations.getOrDefault(application, Translation.OFF);
  }

  @Override
  public Optional<Publication> publication(ApplicationKey application, Publication.Id id) {
    return Optional.ofNullable(publications.get(new PublicationKey(application, id)));
  }

  @Override
  public OptionalLong epoch(MemberId member) {
    Long epoch = epochs.get(member);
    return epoch == null ? OptionalLong.empty() : OptionalLong.of(epoch);
  }

  @Override
  public boolean ownsInstances(MemberId member) {
    return instances.values().stream().anyMatch(it -> it.owner().equals(member));
  }

  @Override
  public boolean hasInstances(ApplicationKey application) {
    return instances.keySet().stream().anyMatch(it -> it.application().equals(application));
  }

  @Override
  public boolean hasPublications(ApplicationKey application) {
    return publications.keySet().stream().anyMatch(it -> it.application().equals(application));
  }

  @Override
  public Optional<ImportedInstance> imported(ImportedInstance.Key key) {
    return Optional.ofNullable(imported.get(key));
  }

  @Override
  public Optional<SignatureRequirement> signatures() {
    return requirement;
  }

  @Override
  public Optional<SignerWindow> signer(MemberId member) {
    return Optional.ofNullable(signers.get(member));
  }

  @Override
  public List<MemberId> signers() {
    return List.copyOf(signers.keySet());
  }

  @Override
  public BridgeRecord bridge() {
    return bridge;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof MemoryState other && parts().equals(other.parts());
  }

  @Override
  public int hashCode() {
    return Objects.hash(parts());
  }

  @Override
  public String toString() {
    return parts().toString();
  }

  private List<Object> parts() {
    return List.of(
        instances, documents, references, translations, publications, epochs, imported, bridge);
  }
}
