package io.landbridge.compat.load.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Any;
import com.google.protobuf.UnsafeByteOperations;
import io.landbridge.compat.load.wire.proto.Metadata;
import io.landbridge.compat.load.wire.proto.Payload;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A request or an answer.
 *
 * @param type which one
 * @param body its fields
 */
record Message(String type, JsonNode body) {

  static final ObjectMapper JSON = new ObjectMapper();

  private static final int SUCCESS = 200;
  private static final String CLIENT_IP = "127.0.0.1";

  static Message of(String type) {
    return new Message(type, JSON.createObjectNode());
  }

  /** The answer to a request of the server. */
  static Message answer(String type, Message request) {
    ObjectNode body = JSON.createObjectNode();
    body.put("resultCode", SUCCESS);
    body.put("requestId", request.body().path("requestId").asText());
    return new Message(type, body);
  }

  /** The answer to a request of the server that this client does not know. */
  static Message unknown(Message request) {
    ObjectNode body = JSON.createObjectNode();
    body.put("resultCode", 500);
    body.put("errorCode", 500);
    body.put("message", "this client does not know " + request.type());
    body.put("requestId", request.body().path("requestId").asText());
    return new Message("ErrorResponse", body);
  }

  /**
   * Reads what came.
   *
   * @throws WireException if the body is not JSON
   */
  static Message read(Payload payload) {
    return read(payload, false);
  }

  /** The same without any field named {@code metadata}. */
  static Message readWithoutMetadata(Payload payload) {
    return read(payload, true);
  }

  private static Message read(Payload payload, boolean withoutMetadata) {
    try (JsonParser all = JSON.createParser(payload.getBody().getValue().newInput())) {
      JsonParser parser = withoutMetadata ? new WithoutMetadata(all) : all;
      return new Message(payload.getMetadata().getType(), JSON.readTree(parser));
    } catch (IOException e) {
      throw new WireException(
          WireException.Kind.MALFORMED,
          payload.getMetadata().getType() + " has no JSON body: " + e.getMessage());
    }
  }

  Payload payload() {
    try {
      return Payload.newBuilder()
          .setMetadata(Metadata.newBuilder().setType(type).setClientIp(CLIENT_IP))
          .setBody(
              Any.newBuilder()
                  .setValue(UnsafeByteOperations.unsafeWrap(JSON.writeValueAsBytes(body))))
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * This answer, if it says that the request was carried out.
   *
   * @throws WireException if it does not
   */
  Message successful() {
    int code = body.path("resultCode").asInt();
    if (code != SUCCESS) {
      throw WireException.refused(
          body.path("errorCode").asInt(), type + ": " + body.path("message").asText());
    }
    return this;
  }
}
