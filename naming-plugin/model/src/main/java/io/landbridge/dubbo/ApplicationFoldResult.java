package io.landbridge.dubbo;

import io.landbridge.model.ApplicationInstance;
import java.util.List;
import java.util.Objects;

/**
 * What a set of application-level registrations says.
 *
 * @param found the instances, sorted by key
 * @param losses what could not be translated
 */
public record ApplicationFoldResult(List<Found> found, List<Loss> losses) {

  /** Copies the collections. */
  public ApplicationFoldResult {
    found = List.copyOf(found);
    losses = List.copyOf(losses);
  }

  /**
   * One process.
   *
   * @param instance the instance; its revision is what it claims, the document is not known yet
   * @param document where the document can be had
   */
  public record Found(ApplicationInstance instance, DocumentAddress document) {

    /** Checks that no part is missing. */
    public Found {
      Objects.requireNonNull(instance, "instance");
      Objects.requireNonNull(document, "document");
    }
  }
}
