package io.landbridge.document;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.landbridge.document.hessian.HessianReader;
import io.landbridge.document.hessian.HessianWriter;
import io.landbridge.document.hessian.MalformedHessianException;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.MetadataRevision;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The messages of the metadata services over Triple. The first service is a plain Java interface,
 * whose arguments and result travel as Hessian inside a wrapper; the second is defined in Protobuf.
 * Both are few fields, read and written here by their numbers.
 */
final class TripleMessages {

  /** What Triple calls Hessian 2. */
  private static final String HESSIAN = "hessian4";

  private static final String HESSIAN_TOO = "hessian2";

  // Of the wrapper of a request: serialisation, arguments, their types.
  private static final int REQUEST_SERIALIZATION = 1;
  private static final int REQUEST_ARGUMENT = 2;
  private static final int REQUEST_TYPE = 3;

  // Of the wrapper of a response: serialisation, result.
  private static final int RESPONSE_SERIALIZATION = 1;
  private static final int RESPONSE_RESULT = 2;

  private static final int REVISION = 1;

  // Of a document, and of a service in it.
  private static final int APPLICATION = 1;
  private static final int SERVICES = 3;
  private static final int NAME = 1;
  private static final int GROUP = 2;
  private static final int VERSION = 3;
  private static final int PROTOCOL = 4;
  private static final int PORT = 5;
  private static final int PATH = 6;
  private static final int PARAMS = 7;

  // Of an entry of a map.
  private static final int KEY = 1;
  private static final int ENTRY_VALUE = 2;

  private TripleMessages() {}

  /** The argument of the first service. */
  static byte[] wrapped(MetadataRevision revision) {
    return message(
        out -> {
          out.writeString(REQUEST_SERIALIZATION, HESSIAN);
          out.writeByteArray(
              REQUEST_ARGUMENT, new HessianWriter().string(revision.value()).bytes());
          out.writeString(REQUEST_TYPE, "java.lang.String");
        });
  }

  /** The argument of the second service. */
  static byte[] plain(MetadataRevision revision) {
    return message(out -> out.writeString(REVISION, revision.value()));
  }

  /**
   * Reads the result of the first service.
   *
   * @param peer who sent it, for people
   * @throws FetchException if it holds no document
   */
  static MetadataDocument unwrap(byte[] message, String peer) throws FetchException {
    String serialization = "";
    byte[] result = {};
    try {
      CodedInputStream in = CodedInputStream.newInstance(message);
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        switch (WireFormat.getTagFieldNumber(tag)) {
          case RESPONSE_SERIALIZATION -> serialization = in.readStringRequireUtf8();
          case RESPONSE_RESULT -> result = in.readByteArray();
          default -> skip(in, tag);
        }
      }
    } catch (IOException e) {
      throw malformed(peer, e);
    }
    if (!serialization.equals(HESSIAN) && !serialization.equals(HESSIAN_TOO)) {
      throw new FetchException(
          Reason.MALFORMED,
          "%s answered with serialization %s instead of Hessian"
              .formatted(peer, FetchException.quote(serialization)));
    }
    HessianReader in = new HessianReader(result);
    try {
      Object value = in.read();
      if (value == null) {
        throw new FetchException(Reason.NO_SUCH_REVISION, peer + " does not know this revision");
      }
      return MetadataFields.document(value, in.budget());
    } catch (MalformedHessianException e) {
      throw malformed(peer, e);
    }
  }

  /**
   * Reads the result of the second service.
   *
   * @param peer who sent it, for people
   * @throws FetchException if it is no document
   */
  static MetadataDocument document(byte[] message, String peer) throws FetchException {
    String application = "";
    List<ServiceEntry> entries = new ArrayList<>();
    try {
      CodedInputStream in = CodedInputStream.newInstance(message);
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        switch (WireFormat.getTagFieldNumber(tag)) {
          case APPLICATION -> application = in.readStringRequireUtf8();
          case SERVICES -> entries.add(service(value(in.readByteArray())));
          default -> skip(in, tag);
        }
      }
    } catch (IOException e) {
      throw malformed(peer, e);
    }
    if (application.isEmpty() && entries.isEmpty()) {
      throw new FetchException(Reason.NO_SUCH_REVISION, peer + " does not know this revision");
    }
    return MetadataFields.document(application, entries);
  }

  /** The value of an entry of a map; its key says nothing that the service does not say. */
  private static byte[] value(byte[] entry) throws IOException {
    byte[] value = {};
    CodedInputStream in = CodedInputStream.newInstance(entry);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == ENTRY_VALUE) {
        value = in.readByteArray();
      } else {
        skip(in, tag);
      }
    }
    return value;
  }

  private static ServiceEntry service(byte[] message) throws IOException, FetchException {
    String name = "";
    String group = "";
    String version = "";
    String protocol = "";
    int port = 0;
    String path = "";
    SortedMap<String, String> params = new TreeMap<>();
    CodedInputStream in = CodedInputStream.newInstance(message);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case NAME -> name = in.readStringRequireUtf8();
        case GROUP -> group = in.readStringRequireUtf8();
        case VERSION -> version = in.readStringRequireUtf8();
        case PROTOCOL -> protocol = in.readStringRequireUtf8();
        case PORT -> port = in.readInt32();
        case PATH -> path = in.readStringRequireUtf8();
        case PARAMS -> param(in.readByteArray(), params);
        default -> skip(in, tag);
      }
    }
    return MetadataFields.entry(name, group, version, protocol, port, path, params);
  }

  private static void param(byte[] entry, SortedMap<String, String> params) throws IOException {
    String key = "";
    String value = "";
    CodedInputStream in = CodedInputStream.newInstance(entry);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case KEY -> key = in.readStringRequireUtf8();
        case ENTRY_VALUE -> value = in.readStringRequireUtf8();
        default -> skip(in, tag);
      }
    }
    params.put(key, value);
  }

  /**
   * Reads over a field nobody asked for. A group is refused: no message of these has one, and the
   * library reads over those that are in each other by recursion, without an end.
   */
  private static void skip(CodedInputStream in, int tag) throws IOException {
    if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_START_GROUP) {
      throw new IOException("a group in it");
    }
    in.skipField(tag);
  }

  private static FetchException malformed(String peer, Exception cause) {
    return new FetchException(
        Reason.MALFORMED,
        "%s answered with a malformed message: %s"
            .formatted(peer, FetchException.quote(cause.getMessage())),
        cause);
  }

  @FunctionalInterface
  private interface Fields {
    void write(CodedOutputStream out) throws IOException;
  }

  private static byte[] message(Fields fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      fields.write(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail to be written", e);
    }
    return bytes.toByteArray();
  }
}
