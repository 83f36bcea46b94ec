package io.landbridge.migrate.spool;

import io.landbridge.dubbo.Registration;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Registrations as bytes, which never outlive the process. What is read by one reader shares its
 * texts: most registrations have most of them in common.
 */
final class RegistrationBytes {

  private static final int HEALTHY = 1;
  private static final int ENABLED = 2;
  private static final int EPHEMERAL = 4;
  private static final int IMPORTED = 8;

  private final Map<String, String> texts = new HashMap<>();
  private final Map<ServiceKey, ServiceKey> services = new HashMap<>();

  static void write(Registration each, DataOutputStream out) throws IOException {
    write(each.service().namespace().value(), out);
    write(each.service().group(), out);
    write(each.service().name(), out);
    write(each.client(), out);
    write(each.ip(), out);
    out.writeInt(each.port());
    write(each.cluster(), out);
    out.writeByte(
        (each.healthy() ? HEALTHY : 0)
            | (each.enabled() ? ENABLED : 0)
            | (each.ephemeral() ? EPHEMERAL : 0)
            | (each.imported() ? IMPORTED : 0));
    out.writeInt(each.metadata().size());
    for (var entry : each.metadata().entrySet()) {
      write(entry.getKey(), out);
      write(entry.getValue(), out);
    }
  }

  /** Reads all there are. */
  void readAll(byte[] bytes, List<Registration> into) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    while (in.available() > 0) {
      into.add(read(in));
    }
  }

  private Registration read(DataInputStream in) throws IOException {
    ServiceKey service = new ServiceKey(new NamespaceId(text(in)), text(in), text(in));
    ServiceKey shared = services.putIfAbsent(service, service);
    String client = text(in);
    String ip = text(in);
    int port = in.readInt();
    String cluster = text(in);
    int flags = in.readByte();
    Map<String, String> metadata = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      metadata.put(text(in), text(in));
    }
    return new Registration(
        shared == null ? service : shared,
        client,
        ip,
        port,
        cluster,
        (flags & HEALTHY) != 0,
        (flags & ENABLED) != 0,
        (flags & EPHEMERAL) != 0,
        metadata,
        (flags & IMPORTED) != 0);
  }

  /** One byte for a character where that is enough for all of them; two otherwise. */
  private static void write(String text, DataOutputStream out) throws IOException {
    boolean wide = text.chars().anyMatch(each -> each > 0xff);
    out.writeInt(text.length() << 1 | (wide ? 1 : 0));
    if (wide) {
      out.writeChars(text);
    } else {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  private String text(DataInputStream in) throws IOException {
    int header = in.readInt();
    int length = header >>> 1;
    String text;
    if ((header & 1) == 0) {
      text = new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    } else {
      StringBuilder characters = new StringBuilder(length);
      for (int i = 0; i < length; i++) {
        characters.append(in.readChar());
      }
      text = characters.toString();
    }
    String known = texts.putIfAbsent(text, text);
    return known == null ? text : known;
  }
}
