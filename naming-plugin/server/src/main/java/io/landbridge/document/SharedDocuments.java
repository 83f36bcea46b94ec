package io.landbridge.document;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ProvenDocument;
import io.landbridge.model.MetadataRevision;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The documents that were found, each once: processes whose revisions differ may have the same one.
 * Not thread-safe.
 */
final class SharedDocuments {

  /** Of what is found, without the document. */
  private static final int FOUND_BYTES = 500;

  private record Shared(MetadataDocument document, int uses) {}

  private final Map<MetadataRevision, Shared> documents = new HashMap<>();
  private long bytes;

  /** Takes a document that was found, and returns it as it is to be kept. */
  ProvenDocument take(ProvenDocument found) {
    Shared before = documents.get(found.revision());
    if (before != null && !before.document().equals(found.document())) {
      // The same revision by different rules; whoever comes later keeps a copy.
      bytes += FOUND_BYTES + weight(found.document());
      return found;
    }
    MetadataDocument document = before == null ? found.document() : before.document();
    documents.put(found.revision(), new Shared(document, before == null ? 1 : before.uses() + 1));
    bytes += FOUND_BYTES + (before == null ? weight(document) : 0);
    return new ProvenDocument(document, found.revision(), found.own());
  }

  /** Drops what {@link #take} returned. */
  // Whether it is the shared one, not whether it is equal to it.
  @SuppressWarnings("ReferenceEquality")
  void drop(ProvenDocument kept) {
    Shared shared = Objects.requireNonNull(documents.get(kept.revision()), "a document in use");
    bytes -= FOUND_BYTES;
    if (shared.document() != kept.document()) {
      bytes -= weight(kept.document());
    } else if (shared.uses() > 1) {
      documents.put(kept.revision(), new Shared(shared.document(), shared.uses() - 1));
    } else {
      documents.remove(kept.revision());
      bytes -= weight(shared.document());
    }
  }

  /** How much heap they take, about. */
  long bytes() {
    return bytes;
  }

  /** Objects and references count; the same text in two documents is there twice. */
  static long weight(MetadataDocument document) {
    long weight = 0;
    for (var entry : document.services().values()) {
      weight += 400 + 2L * (entry.name().length() + entry.path().length());
      for (var param : entry.params().entrySet()) {
        weight += 140 + param.getKey().length() + param.getValue().length();
      }
    }
    return weight;
  }
}
