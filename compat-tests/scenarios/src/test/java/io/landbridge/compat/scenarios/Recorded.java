package io.landbridge.compat.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import io.landbridge.compat.load.wire.proto.Metadata;
import io.landbridge.compat.load.wire.proto.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A message of an official client over gRPC, byte for byte but for the layout of its JSON and the
 * address of its machine.
 *
 * @param onStream whether it was said on the stream of the connection, or is a call of its own
 * @param type which request or answer
 * @param headers what goes with it
 * @param body its fields
 */
record Recorded(boolean onStream, String type, Map<String, String> headers, JsonNode body) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CLIENT_IP = "127.0.0.1";

  static Recorded of(boolean onStream, Payload payload) throws IOException {
    Metadata metadata = payload.getMetadata();
    return new Recorded(
        onStream,
        metadata.getType(),
        new TreeMap<>(metadata.getHeadersMap()),
        JSON.readTree(payload.getBody().getValue().toByteArray()));
  }

  Payload payload() throws IOException {
    return Payload.newBuilder()
        .setMetadata(
            Metadata.newBuilder().setType(type).setClientIp(CLIENT_IP).putAllHeaders(headers))
        .setBody(Any.newBuilder().setValue(ByteString.copyFrom(JSON.writeValueAsBytes(body))))
        .build();
  }

  /** The same as the answer to another request. */
  Recorded answering(String requestId) {
    ObjectNode other = body.deepCopy();
    other.put("requestId", requestId);
    return new Recorded(onStream, type, headers, other);
  }

  /**
   * What a client of its version always says alike: which fields there are. Their order is that of
   * its JVM.
   */
  String shape() {
    SortedSet<String> fields = new TreeSet<>();
    fields(body, "", fields);
    return (onStream ? "stream " : "call ") + type + " " + headers.keySet() + " " + fields;
  }

  private static void fields(JsonNode node, String path, SortedSet<String> fields) {
    if (!node.isObject() || node.isEmpty()) {
      fields.add(path);
      return;
    }
    node.fields()
        .forEachRemaining(each -> fields(each.getValue(), path + "/" + each.getKey(), fields));
  }

  /** Reads a recording, a message a line. */
  static List<Recorded> read(Path file) throws IOException {
    List<Recorded> all = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode json = JSON.readTree(line);
      Map<String, String> headers = new TreeMap<>();
      json.path("headers")
          .fields()
          .forEachRemaining(each -> headers.put(each.getKey(), each.getValue().asText()));
      all.add(
          new Recorded(
              json.path("stream").asBoolean(),
              json.path("type").asText(),
              headers,
              json.path("body")));
    }
    return all;
  }

  /** Writes one. */
  static void write(Path file, List<Recorded> all) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Recorded each : all) {
      ObjectNode json = JSON.createObjectNode();
      json.put("stream", each.onStream());
      json.put("type", each.type());
      ObjectNode headers = json.putObject("headers");
      each.headers().forEach(headers::put);
      json.set("body", each.body());
      lines.add(JSON.writeValueAsString(json));
    }
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
  }
}
