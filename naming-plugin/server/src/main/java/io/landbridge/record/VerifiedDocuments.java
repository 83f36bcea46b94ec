package io.landbridge.record;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.wire.Wire;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Enclosed documents that were read and hash to their revision. The same bytes under the same
 * revision need neither be read nor hashed again. Bounded by the bytes of the documents; the least
 * recently used go first.
 */
final class VerifiedDocuments {

  private static final int MAX_BYTES = 1 << 20;

  private record Verified(
      ByteString bytes, int size, MetadataRevision revision, MetadataDocument document) {}

  private final Map<String, Verified> known = new LinkedHashMap<>(16, 0.75f, true);
  private int knownBytes;

  /**
   * Reads an enclosed document.
   *
   * @throws IllegalArgumentException if it is damaged, or not what its revision says
   */
  void put(Wire.EnclosedDocument enclosed, Map<MetadataRevision, MetadataDocument> documents) {
    Verified verified = known.get(enclosed.getRevision());
    if (verified == null || !verified.bytes().equals(enclosed.getDocument())) {
      verified = verify(enclosed);
      remember(verified);
    }
    documents.put(verified.revision(), verified.document());
  }

  private static Verified verify(Wire.EnclosedDocument enclosed) {
    MetadataRevision claimed = new MetadataRevision(enclosed.getRevision());
    MetadataDocument document;
    int size;
    try {
      ByteString plain = EnclosedBytes.plain(enclosed.getDocument());
      size = plain.size();
      document = WireReader.document(Wire.Document.parseFrom(plain));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("an enclosed document cannot be read", e);
    }
    if (document.verified(claimed).isEmpty()) {
      throw new IllegalArgumentException(
          "the document enclosed as revision %s of application %s has revision %s"
              .formatted(claimed, document.application(), document.revision()));
    }
    // A copy: the bytes of a message are a part of the whole entry, which would stay with them.
    ByteString bytes = ByteString.copyFrom(enclosed.getDocument().asReadOnlyByteBuffer());
    return new Verified(bytes, size, claimed, document);
  }

  private void remember(Verified verified) {
    Verified before = known.put(verified.revision().value(), verified);
    knownBytes += verified.size() - (before == null ? 0 : before.size());
    Iterator<Verified> oldest = known.values().iterator();
    while (knownBytes > MAX_BYTES && oldest.hasNext()) {
      knownBytes -= oldest.next().size();
      oldest.remove();
    }
  }
}
