package io.landbridge.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** What providers of several versions answered, byte for byte. */
final class Frames {

  private Frames() {}

  /** An answer; over the Dubbo protocol with its head. */
  static byte[] of(String name) {
    try (InputStream in = Frames.class.getResourceAsStream("/metadata-service/" + name + ".hex")) {
      if (in == null) {
        throw new IllegalArgumentException("there is no answer " + name);
      }
      String hex = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return HexFormat.of().parseHex(hex.replace("\n", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An answer over the Dubbo protocol without its head. */
  static byte[] body(byte[] frame) {
    byte[] body = new byte[frame.length - DubboFrame.HEAD_BYTES];
    System.arraycopy(frame, DubboFrame.HEAD_BYTES, body, 0, body.length);
    return body;
  }

  /** The head of an answer over the Dubbo protocol. */
  static DubboFrame head(byte[] frame) throws FetchException {
    byte[] head = new byte[DubboFrame.HEAD_BYTES];
    System.arraycopy(frame, 0, head, 0, head.length);
    return DubboFrame.head(head, "the provider");
  }
}
