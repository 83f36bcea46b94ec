package io.landbridge.document;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.json.MetadataDocumentCodec;

/** Answers of both metadata services over Triple. */
public final class TripleFuzz implements FuzzTarget {

  private final MetadataDocumentCodec codec = new MetadataDocumentCodec();

  private interface Reader {
    MetadataDocument read(byte[] message, String peer) throws FetchException;
  }

  @Override
  public void run(byte[] input) throws Exception {
    read(input, TripleMessages::unwrap);
    read(input, TripleMessages::document);
  }

  private void read(byte[] input, Reader reader) throws Exception {
    MetadataDocument document;
    try {
      document = reader.read(input, "the provider");
    } catch (FetchException e) {
      Holds.that(String.valueOf(e.getMessage()).length() < 2_000, "the message is short");
      return;
    }
    Holds.equal(codec.decode(codec.encode(document)), document);
  }
}
