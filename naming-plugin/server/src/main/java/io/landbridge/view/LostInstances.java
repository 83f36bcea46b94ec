package io.landbridge.view;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.DisappearanceListener;
import io.landbridge.state.RevisionUse;
import io.landbridge.view.ShownApplication.Terms;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Instances of shown applications that were lost lately, and whether they are so many that their
 * application goes on being shown with them. Safe for use from any thread.
 *
 * <p>One that comes back is forgotten at once; so is, then, what its application loses by a real
 * deregistration.
 */
final class LostInstances implements DisappearanceListener {

  private static final int MAX_INSTANCES = 10_000;
  private static final int MIN_LOSS = 3;

  private final CatalogReader reader;
  private final Predicate<ApplicationKey> shown;
  private final int maxShrinkPercent;
  private final long holdNanos;
  private final LongSupplier clock;

  private final Map<ApplicationKey, Episode> episodes = new ConcurrentHashMap<>();
  private final LongAdder passed = new LongAdder();

  // Guarded by this, as is every change of the map above.
  private int size;

  private record Lost(ApplicationInstance instance, long at) {}

  /**
   * From the first loss of an application until nothing lost is remembered.
   *
   * @param before how many instances it had; what it deregisters meanwhile makes no loss greater
   * @param lost those that have not come back
   * @param documents what those of them serve that registered their application, which goes from
   *     the catalog with the last of them
   */
  private record Episode(
      int before, Map<InstanceKey, Lost> lost, Map<MetadataRevision, MetadataDocument> documents) {}

  /**
   * Makes an empty collection.
   *
   * @param reader the catalog
   * @param shown whether an application is shown
   * @param config the limits
   * @param clock nanoseconds, as {@link System#nanoTime} counts them
   */
  LostInstances(
      CatalogReader reader,
      Predicate<ApplicationKey> shown,
      ViewConfig config,
      LongSupplier clock) {
    this.reader = reader;
    this.shown = shown;
    this.maxShrinkPercent = config.maxShrinkPercent();
    this.holdNanos = config.hold().toNanos();
    this.clock = clock;
  }

  @Override
  public boolean concerns(ApplicationKey application) {
    return holdNanos > 0 && shown.test(application);
  }

  @Override
  public synchronized void losing(List<ApplicationInstance> instances) {
    long now = clock.getAsLong();
    for (ApplicationInstance instance : instances) {
      if (size >= MAX_INSTANCES) {
        passed.increment();
        continue;
      }
      Episode episode = episodes.computeIfAbsent(instance.application(), this::begin);
      if (episode.lost().put(instance.key(), new Lost(instance, now)) == null) {
        size++;
      }
      MetadataRevision revision = instance.revision();
      if (RevisionUse.isRegistered(instance) && !episode.documents().containsKey(revision)) {
        reader.document(revision).ifPresent(it -> episode.documents().put(revision, it));
      }
    }
  }

  private Episode begin(ApplicationKey application) {
    int before =
        reader.revisions(application).values().stream().mapToInt(RevisionUse::instances).sum();
    return new Episode(before, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
  }

  @Override
  public synchronized void registered(InstanceKey instance) {
    Episode episode = episodes.get(instance.application());
    if (episode != null && episode.lost().remove(instance) != null) {
      size--;
      endIfEmpty(instance.application(), episode);
    }
  }

  private void endIfEmpty(ApplicationKey application, Episode episode) {
    if (episode.lost().isEmpty()) {
      episodes.remove(application);
    }
  }

  @Override
  public synchronized void restored() {
    for (Episode episode : List.copyOf(episodes.values())) {
      for (InstanceKey key : List.copyOf(episode.lost().keySet())) {
        if (reader.instance(key).isPresent()) {
          registered(key);
        }
      }
    }
  }

  /**
   * The lost instances an application is still shown with, sorted by key; none when it lost too few
   * of them to matter.
   *
   * @param application the application
   * @param terms which of them can be shown
   */
  List<ApplicationInstance> held(ApplicationKey application, Terms terms) {
    Episode episode = episodes.get(application);
    if (episode == null) {
      return List.of();
    }
    long now = clock.getAsLong();
    // First those, then the number of the others: a loss under way is in both or only in these.
    List<ApplicationInstance> missing =
        episode.lost().values().stream()
            .filter(each -> now - each.at() < holdNanos)
            .map(Lost::instance)
            .filter(terms::show)
            .filter(each -> reader.instance(each.key()).isEmpty())
            .sorted(Comparator.comparing(ApplicationInstance::key))
            .toList();
    if (missing.size() < MIN_LOSS) {
      return List.of();
    }
    int present =
        reader.revisions(application).entrySet().stream()
            .mapToInt(each -> terms.shown(each.getKey(), each.getValue()))
            .sum();
    long all = Math.max(episode.before(), present + missing.size());
    return missing.size() * 100L > maxShrinkPercent * all ? missing : List.of();
  }

  /** What instances serve, be they in the catalog or lost; empty when none has this revision. */
  Optional<MetadataDocument> document(ApplicationKey application, MetadataRevision revision) {
    Optional<MetadataDocument> present = reader.document(revision);
    if (present.isPresent()) {
      return present;
    }
    Episode episode = episodes.get(application);
    return episode == null
        ? Optional.empty()
        : Optional.ofNullable(episode.documents().get(revision));
  }

  /** Forgets what was lost too long ago; returns the applications of it. */
  synchronized Set<ApplicationKey> expire() {
    long now = clock.getAsLong();
    Set<ApplicationKey> expired = new HashSet<>();
    episodes.forEach(
        (application, episode) -> {
          int before = episode.lost().size();
          episode.lost().values().removeIf(each -> now - each.at() >= holdNanos);
          int gone = before - episode.lost().size();
          if (gone > 0) {
            size -= gone;
            expired.add(application);
            endIfEmpty(application, episode);
          }
        });
    return expired;
  }

  /** Forgets an application, because it is no longer shown. */
  synchronized void forget(ApplicationKey application) {
    Episode episode = episodes.remove(application);
    if (episode != null) {
      size -= episode.lost().size();
    }
  }

  /** How many losses were followed at once, because too many instances are held already. */
  long passed() {
    return passed.sum();
  }
}
