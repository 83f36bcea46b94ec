package io.landbridge.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/** When a token ends, as far as it says so: those of Nacos are JSON Web Tokens. */
final class TokenExpiry {

  private static final int PARTS = 3;

  private TokenExpiry() {}

  /** Reads it; whether the token is genuine only a server can tell. */
  static Optional<Instant> of(String token) {
    String[] parts = token.split("\\.", -1);
    if (parts.length != PARTS) {
      return Optional.empty();
    }
    try {
      String body = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
      JsonNode end = JsonTree.read(body).path("exp");
      return end.canConvertToLong() && end.isNumber()
          ? Optional.of(Instant.ofEpochSecond(end.asLong()))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      // Another kind of token.
      return Optional.empty();
    }
  }
}
