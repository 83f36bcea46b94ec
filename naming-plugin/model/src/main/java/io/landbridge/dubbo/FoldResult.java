package io.landbridge.dubbo;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.MetadataRevision;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The application level of a set of interface-level registrations.
 *
 * @param instances one per process, sorted by key
 * @param documents what the instances serve, by revision
 * @param losses what could not be translated
 */
public record FoldResult(
    List<ApplicationInstance> instances,
    SortedMap<MetadataRevision, MetadataDocument> documents,
    List<Loss> losses) {

  /** Copies the collections. */
  public FoldResult {
    instances = List.copyOf(instances);
    documents = Collections.unmodifiableSortedMap(new TreeMap<>(documents));
    losses = List.copyOf(losses);
  }
}
