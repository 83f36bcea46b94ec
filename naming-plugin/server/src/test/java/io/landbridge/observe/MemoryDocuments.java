package io.landbridge.observe;

import io.landbridge.document.DocumentSource;
import io.landbridge.document.Reason;
import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.MetadataRevision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Documents that a test has or withholds. */
final class MemoryDocuments implements DocumentSource {

  private final Map<MetadataRevision, Answer> answers = new HashMap<>();
  private final List<DocumentAddress> asked = new ArrayList<>();
  private final List<Consumer<MetadataRevision>> listeners = new ArrayList<>();

  /** The document can be had from now on, and whoever waits for it is told. */
  void put(MetadataDocument document) {
    answer(document.revision(), new Known(document));
  }

  /** The same of a document that its provider calls by another revision. */
  void put(MetadataRevision claimed, MetadataDocument document) {
    answer(claimed, new Known(document.proven(claimed).orElseThrow()));
  }

  /** The document cannot be had. */
  void refuse(MetadataRevision revision, String reason) {
    answer(revision, new Unavailable(Reason.UNREACHABLE, reason));
  }

  private void answer(MetadataRevision revision, Answer answer) {
    answers.put(revision, answer);
    listeners.forEach(each -> each.accept(revision));
  }

  List<DocumentAddress> asked() {
    return asked;
  }

  @Override
  public Answer document(DocumentAddress address) {
    asked.add(address);
    return answers.getOrDefault(address.revision(), new Pending());
  }

  @Override
  public void onArrival(Consumer<MetadataRevision> listener) {
    listeners.add(listener);
  }
}
