package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.DerivedMetadata;
import io.landbridge.dubbo.FoldResult;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import java.util.Collection;
import java.util.Map;

/**
 * What a registry would be spared if all providers that can be translated registered their
 * application only.
 *
 * @param instancesBefore interface-level instances it holds
 * @param instancesAfter application instances that say the same
 * @param charsBefore characters of metadata of the former
 * @param charsAfter characters of metadata of the latter, and of their documents, which are kept
 *     once
 * @param pushesBefore changes that a client which subscribes to everything is told when every
 *     process restarts once
 * @param pushesAfter the same at application level
 */
public record SavingsEstimate(
    int instancesBefore,
    int instancesAfter,
    long charsBefore,
    long charsAfter,
    long pushesBefore,
    long pushesAfter) {

  /** Each process goes and comes. */
  private static final int CHANGES = 2;

  static SavingsEstimate of(Collection<Registration> providers, FoldResult fold) {
    long before = 0;
    int registrations = 0;
    for (Registration each : providers) {
      if (!each.metadata().containsKey(MetadataKeys.DERIVED)) {
        before += chars(each.metadata());
        registrations++;
      }
    }
    long after = fold.instances().stream().mapToLong(each -> chars(DerivedMetadata.of(each))).sum();
    for (MetadataDocument document : fold.documents().values()) {
      after +=
          document.services().values().stream().mapToLong(entry -> chars(entry.params())).sum();
    }
    return new SavingsEstimate(
        registrations,
        fold.instances().size(),
        before,
        after,
        (long) registrations * CHANGES,
        (long) fold.instances().size() * CHANGES);
  }

  private static long chars(Map<String, String> metadata) {
    return metadata.entrySet().stream()
        .mapToLong(each -> each.getKey().length() + each.getValue().length())
        .sum();
  }
}
