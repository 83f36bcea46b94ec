package io.landbridge.dubbo.json;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.compat.fuzz.UsualLength;
import io.landbridge.dubbo.MetadataDocument;
import java.nio.charset.StandardCharsets;

/** Metadata documents: what is read is written and read again, with the same revision. */
@UsualLength(512)
public final class DocumentFuzz implements FuzzTarget {

  private final MetadataDocumentCodec codec = new MetadataDocumentCodec();

  @Override
  public void run(byte[] input) throws Exception {
    MetadataDocument document;
    try {
      document = codec.decode(new String(input, StandardCharsets.UTF_8));
    } catch (MalformedDocumentException e) {
      Holds.that(String.valueOf(e.getMessage()).length() < 2_000, "the message is short");
      return;
    }
    MetadataDocument again = codec.decode(codec.encode(document));
    Holds.equal(again, document);
    Holds.equal(again.revision(), document.revision());
  }
}
