package io.landbridge.dubbo.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.landbridge.dubbo.InstanceJson;
import io.landbridge.model.Endpoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the JSON in the metadata of application instances token by token, so that no text, however
 * deeply nested, can exhaust the stack.
 *
 * <p>Thread-safe.
 */
public final class InstanceJsonReader implements InstanceJson {

  private final JsonFactory json = new JsonFactory();

  @Override
  public Optional<List<Endpoint>> endpoints(String text) {
    try (JsonParser in = json.createParser(text)) {
      if (in.nextToken() != JsonToken.START_ARRAY) {
        return Optional.empty();
      }
      List<Endpoint> endpoints = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        if (in.currentToken() != JsonToken.START_OBJECT) {
          return Optional.empty();
        }
        Map<String, String> fields = fields(in);
        endpoints.add(
            new Endpoint(
                Integer.parseInt(fields.getOrDefault("port", "")),
                fields.getOrDefault("protocol", "")));
      }
      return in.nextToken() == null ? Optional.of(List.copyOf(endpoints)) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      // Not JSON, or not a number, or not a port.
      return Optional.empty();
    }
  }

  @Override
  public Optional<Map<String, String>> parameters(String text) {
    try (JsonParser in = json.createParser(text)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      Map<String, String> fields = fields(in);
      return in.nextToken() == null ? Optional.of(fields) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Reads from behind the opening brace to the closing one. */
  private static Map<String, String> fields(JsonParser in) throws IOException {
    Map<String, String> fields = new TreeMap<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.getCurrentName();
      JsonToken value = in.nextToken();
      fields.put(name, value.isStructStart() || value == JsonToken.VALUE_NULL ? "" : in.getText());
      in.skipChildren();
    }
    return fields;
  }
}
