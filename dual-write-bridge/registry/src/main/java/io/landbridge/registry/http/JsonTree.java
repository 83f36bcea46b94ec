package io.landbridge.registry.http;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON of others into trees, in time that is linear in its length whatever version of the
 * library the server brings: a number of many digits takes the square of them, and what is nested
 * deep takes the stack. Thread-safe.
 */
public final class JsonTree {

  private static final int MAX_DEPTH = 128;

  /** Of a number, in characters; the longest of a 64-bit one has 24. */
  private static final int MAX_NUMBER = 400;

  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonTree() {}

  /**
   * Reads a text; one without any value is a node that is missing.
   *
   * @throws IOException if it is no JSON, or goes beyond the limits
   */
  public static JsonNode read(String text) throws IOException {
    try (JsonParser parser = parser(text)) {
      @Nullable JsonNode node = JSON.readTree(parser);
      return node == null ? JSON.missingNode() : node;
    }
  }

  /** A parser with the limits. */
  static JsonParser parser(String text) throws IOException {
    return new Bounded(JSON.createParser(text));
  }

  /** The value at which a parser stands. */
  static JsonNode value(JsonParser parser) throws IOException {
    return JSON.readTree(parser);
  }

  private static final class Bounded extends JsonParserDelegate {

    private int depth;

    Bounded(JsonParser parser) {
      super(parser);
    }

    @Override
    public @Nullable JsonToken nextToken() throws IOException {
      @Nullable JsonToken token = delegate.nextToken();
      if (token == null) {
        return null;
      }
      if (token.isStructStart()) {
        if (++depth > MAX_DEPTH) {
          throw new JsonParseException(this, "nested deeper than " + MAX_DEPTH + " levels");
        }
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token.isNumeric() && delegate.getTextLength() > MAX_NUMBER) {
        throw new JsonParseException(this, "a number with more than " + MAX_NUMBER + " characters");
      }
      return token;
    }
  }
}
