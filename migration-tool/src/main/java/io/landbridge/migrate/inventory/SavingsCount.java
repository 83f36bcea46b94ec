package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.DerivedMetadata;
import io.landbridge.dubbo.FoldResult;
import io.landbridge.dubbo.Registration;
import io.landbridge.model.MetadataRevision;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A {@link SavingsEstimate} while it is counted together. */
final class SavingsCount {

  private final Set<MetadataRevision> documents = new HashSet<>();
  private int registrations;
  private int instances;
  private long charsBefore;
  private long charsAfter;

  /** An instance somebody registered at interface level. */
  void registered(Registration each) {
    registrations++;
    charsBefore += chars(each.metadata());
  }

  /** What instances become that nobody else registered parts of. */
  void folded(FoldResult fold) {
    instances += fold.instances().size();
    fold.instances().forEach(each -> charsAfter += chars(DerivedMetadata.of(each)));
    fold.documents()
        .forEach(
            (revision, document) -> {
              // Kept once, however many instances of whichever application have it.
              if (documents.add(revision)) {
                document.services().values().forEach(entry -> charsAfter += chars(entry.params()));
              }
            });
  }

  SavingsEstimate estimate() {
    return new SavingsEstimate(
        registrations,
        instances,
        charsBefore,
        charsAfter,
        (long) registrations * SavingsEstimate.CHANGES,
        (long) instances * SavingsEstimate.CHANGES);
  }

  private static long chars(Map<String, String> metadata) {
    return metadata.entrySet().stream()
        .mapToLong(each -> each.getKey().length() + each.getValue().length())
        .sum();
  }
}
