package io.landbridge.document;

import java.util.Map;

/**
 * What was done to have documents since the start, at one moment.
 *
 * @param asked how often which kind of place was asked: {@code configuration}, {@code dubbo},
 *     {@code tri}
 * @param found documents that arrived
 * @param failures places that did not have the document, by reason; every reason such a place can
 *     give is there
 * @param pending documents of which nothing is known yet
 * @param unavailable documents that could not be had so far, and are tried again
 * @param bytes heap that documents take here, about
 */
public record DocumentStatistics(
    Map<String, Long> asked,
    long found,
    Map<Reason, Long> failures,
    int pending,
    int unavailable,
    long bytes) {

  /** Copies the maps. */
  public DocumentStatistics {
    asked = Map.copyOf(asked);
    failures = Map.copyOf(failures);
  }
}
