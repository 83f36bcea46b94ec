package io.landbridge.document;

import io.landbridge.document.hessian.HessianWriter;
import io.landbridge.dubbo.DocumentAddress.AtProvider;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * The head of a frame of the Dubbo protocol: magic number, flags and serialisation, status, id of
 * the request, length of the body.
 *
 * @param flags what it is, above {@value #SERIALIZATION_MASK} the serialisation of its body
 * @param status of a response
 * @param id of the request, or of the one that is answered
 * @param length of the body, in bytes; negative above 2 GB
 */
record DubboFrame(int flags, int status, long id, int length) {

  static final int HEAD_BYTES = 16;
  static final int OK = 20;
  static final int HESSIAN2 = 2;

  private static final short MAGIC = (short) 0xdabb;
  private static final int REQUEST = 0x80;
  private static final int TWO_WAY = 0x40;
  private static final int EVENT = 0x20;
  private static final int SERIALIZATION_MASK = 0x1f;

  /** What a client of the protocol says it is; every provider since 2.6.2 knows what it means. */
  private static final String PROTOCOL_VERSION = "2.0.2";

  private static final String SERVICE = "org.apache.dubbo.metadata.MetadataService";
  private static final String METHOD = "getMetadataInfo";

  /** Of the service, which has no other over this protocol, whatever the instance announces. */
  private static final String SERVICE_VERSION = "1.0.0";

  /**
   * Reads a head.
   *
   * @param bytes {@value #HEAD_BYTES} of them
   * @param peer who sent it, for people
   * @throws FetchException if it is none
   */
  static DubboFrame head(byte[] bytes, String peer) throws FetchException {
    ByteBuffer head = ByteBuffer.wrap(bytes);
    if (head.getShort() != MAGIC) {
      throw new FetchException(Reason.MALFORMED, peer + " does not speak the Dubbo protocol");
    }
    int flags = head.get() & 0xff;
    int status = head.get() & 0xff;
    return new DubboFrame(flags, status, head.getLong(), head.getInt());
  }

  /** Whether this answers the request with that id; it may be a heartbeat or somebody else's. */
  boolean answers(long request) {
    return (flags & (REQUEST | EVENT)) == 0 && id == request;
  }

  int serialization() {
    return flags & SERIALIZATION_MASK;
  }

  /**
   * The call of the metadata service for a document, head included.
   *
   * @param id of the request
   * @param timeoutMillis how long it will be waited for the answer
   */
  static byte[] request(AtProvider where, long id, long timeoutMillis) {
    Map<String, String> attachments = new TreeMap<>();
    attachments.put("path", SERVICE);
    attachments.put("interface", SERVICE);
    attachments.put("version", SERVICE_VERSION);
    attachments.put("group", where.application().name().value());
    attachments.put("timeout", Long.toString(timeoutMillis));
    byte[] body =
        new HessianWriter()
            .string(PROTOCOL_VERSION)
            .string(SERVICE)
            .string(SERVICE_VERSION)
            .string(METHOD)
            .string("Ljava/lang/String;")
            .string(where.revision().value())
            .map(attachments)
            .bytes();
    return ByteBuffer.allocate(HEAD_BYTES + body.length)
        .putShort(MAGIC)
        .put((byte) (REQUEST | TWO_WAY | HESSIAN2))
        .put((byte) 0)
        .putLong(id)
        .putInt(body.length)
        .put(body)
        .array();
  }
}
