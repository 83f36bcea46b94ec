package io.landbridge.publish;

import io.landbridge.command.Publication.Id;
import io.landbridge.command.Publication.Kind;
import io.landbridge.command.Publication.Stage;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.state.CatalogReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts names back into mappings that other writers have overwritten: not all of them compare before
 * they swap. A mapping is looked at once somebody has changed it, and when an application or a
 * revision of it is new here; a name of which an application is switched on is put back, also when
 * its providers wrote it themselves. Of one thread, but for {@link #suspect}.
 */
final class LostNames {

  private static final Logger LOG = LoggerFactory.getLogger(LostNames.class);

  /** Every one is a read of the database, and applications wait meanwhile. */
  private static final int AT_ONCE = 200;

  private final CatalogReader reader;
  private final ApplicationConfigurations configurations;
  private final Runnable more;

  private record Mapping(NamespaceId namespace, String dataId) {}

  /** In which a name may be missing. */
  private final Set<Mapping> suspected = ConcurrentHashMap.newKeySet();

  /** The revisions whose mappings were looked at, by application. */
  private final Map<ApplicationKey, Set<MetadataRevision>> lookedAt = new HashMap<>();

  /**
   * Makes one that suspects nothing.
   *
   * @param reader this member's catalog
   * @param configurations where the mappings are
   * @param more called when some are left for the next time
   */
  LostNames(CatalogReader reader, ApplicationConfigurations configurations, Runnable more) {
    this.reader = reader;
    this.configurations = configurations;
    this.more = more;
  }

  /** Somebody has changed a mapping. From any thread; quick. */
  void suspect(NamespaceId namespace, String dataId) {
    suspected.add(new Mapping(namespace, dataId));
  }

  /** Suspects the mappings of what is new of an application: nobody watched them before. */
  void suspect(ApplicationKey application) {
    Set<MetadataRevision> revisions = reader.revisions(application).keySet();
    Set<MetadataRevision> before = lookedAt.put(application, Set.copyOf(revisions));
    for (MetadataRevision revision : revisions) {
      if (before == null || !before.contains(revision)) {
        reader.document(revision).stream()
            .flatMap(document -> document.services().values().stream())
            .forEach(service -> suspect(application.namespace(), NacosSpelling.id(service.name())));
      }
    }
  }

  /** The application is switched off; when it is on again everything of it is new. */
  void forget(ApplicationKey application) {
    lookedAt.remove(application);
  }

  /** Others look after it from now on. */
  void clear() {
    suspected.clear();
    lookedAt.clear();
  }

  boolean suspectsNothing() {
    return suspected.isEmpty();
  }

  /**
   * Looks at what is suspected.
   *
   * @return whether to try again
   */
  boolean putBack() {
    Iterator<Mapping> each = suspected.iterator();
    List<Mapping> failed = new ArrayList<>();
    for (int count = 0; each.hasNext(); count++) {
      if (count == AT_ONCE) {
        more.run();
        break;
      }
      Mapping mapping = each.next();
      each.remove();
      try {
        putBack(mapping);
      } catch (ConflictException e) {
        failed.add(mapping);
        LOG.warn("{}", e.getMessage());
      } catch (ConfigException e) {
        failed.add(mapping);
        LOG.warn("Mappings could not be read: {}", e.getMessage());
        break;
      }
    }
    suspected.addAll(failed);
    return !failed.isEmpty();
  }

  private void putBack(Mapping mapping) throws ConfigException, ConflictException {
    Id id = new Id(Kind.MAPPING, mapping.dataId());
    Optional<String> content = configurations.mapping(mapping.namespace(), mapping.dataId());
    for (ApplicationKey application : offering(mapping)) {
      if (reader.translation(application).enabled()
          && !content.filter(text -> ApplicationConfigurations.isIn(text, application)).isPresent()
          && belongs(application, id, content.isPresent())) {
        LOG.info("{} was missing in the mapping of '{}' and was restored", application, id.name());
        configurations.putIn(application, id);
      }
    }
  }

  private SortedSet<ApplicationKey> offering(Mapping mapping) {
    SortedSet<ApplicationKey> applications = new TreeSet<>();
    for (String each : NacosSpelling.readings(mapping.dataId())) {
      applications.addAll(reader.mapping(mapping.namespace(), each));
    }
    return applications;
  }

  /** Whether it was there before; who never was in a mapping is not put into one here. */
  private boolean belongs(ApplicationKey application, Id id, boolean exists)
      throws ConfigException {
    return reader.publications(application).stream()
            .anyMatch(each -> each.id().equals(id) && each.stage() != Stage.INTENDED)
        // Its providers write their mappings themselves if they write any: where there is none at
        // all, and they did not try, they may keep theirs elsewhere.
        || (reader.revisions(application).values().stream().anyMatch(use -> use.registered() > 0)
            && (exists || configurations.isBegun(application, id)));
  }
}
