package io.landbridge.document;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.document.hessian.HessianReader;
import io.landbridge.document.hessian.MalformedHessianException;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.json.MetadataDocumentCodec;

/** Values in Hessian, and the documents made of them, which can be written as JSON. */
public final class HessianFuzz implements FuzzTarget {

  private final MetadataDocumentCodec codec = new MetadataDocumentCodec();

  @Override
  public void run(byte[] input) throws Exception {
    HessianReader reader = new HessianReader(input);
    MetadataDocument document;
    try {
      document = MetadataFields.document(reader.read(), reader.budget());
    } catch (FetchException | MalformedHessianException e) {
      Holds.that(String.valueOf(e.getMessage()).length() < 2_000, "the message is short");
      return;
    }
    Holds.equal(codec.decode(codec.encode(document)), document);
  }
}
