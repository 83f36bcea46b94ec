package io.landbridge.document;

import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ProvenDocument;
import io.landbridge.model.MetadataRevision;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Where the documents of providers are had that registered their application. Never blocks: who
 * asks is told what is known, and told again when that changes. Safe for use from any thread.
 *
 * <p>A document goes on being looked for as long as somebody asks for it now and then, and is kept
 * for a while once it was found. Who needs it for longer keeps it himself.
 */
public interface DocumentSource {

  /**
   * What is known of a document now; sees to it that it is looked for.
   *
   * @param where one place to have it from. Of the places named for one document the latest few are
   *     remembered and tried in turn
   */
  Answer document(DocumentAddress where);

  /**
   * Registers somebody to be told that {@link #document} has another answer for a revision: the
   * document, or a first or another reason why it is not there.
   *
   * @param listener called on a thread of the source; must be quick
   */
  void onArrival(Consumer<MetadataRevision> listener);

  /** What is known of a document. */
  sealed interface Answer {}

  /**
   * It is there.
   *
   * @param proven what the revision that was asked for stands for, see {@link
   *     MetadataDocument#proven}
   */
  record Known(ProvenDocument proven) implements Answer {

    /** Checks that it is there. */
    public Known {
      Objects.requireNonNull(proven, "proven");
    }

    /** One that is kept as it is. */
    public Known(MetadataDocument document) {
      this(new ProvenDocument(document, document.revision(), Map.of()));
    }
  }

  /** It is being looked for, and nothing more is known yet. */
  record Pending() implements Answer {}

  /**
   * It could not be had so far.
   *
   * @param kind why
   * @param reason why and what to do about it, for an operator; one line
   */
  record Unavailable(Reason kind, String reason) implements Answer {

    /** Checks that no part is missing. */
    public Unavailable {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(reason, "reason");
    }
  }
}
