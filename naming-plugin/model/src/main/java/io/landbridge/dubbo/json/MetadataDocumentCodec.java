package io.landbridge.dubbo.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.JsonFault;
import io.landbridge.model.LogText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads and writes the JSON form of Dubbo's {@code MetadataInfo}, which has the fields {@code app},
 * {@code revision} and {@code services}; a service has {@code name}, {@code group}, {@code
 * version}, {@code protocol}, {@code port}, {@code path} and {@code params}, of which group,
 * version and port may be absent. Other fields are ignored, as Dubbo ignores them.
 *
 * <p>Thread-safe.
 */
public final class MetadataDocumentCodec {

  private static final int MAX_DEPTH = 64;

  /** Of a number, in characters: one of many digits takes the square of them to be read. */
  private static final int MAX_NUMBER = 400;

  private final JsonFactory json = new JsonFactory();
  private final ObjectMapper mapper = new ObjectMapper();

  /**
   * Writes a document; equal documents give equal text.
   *
   * @return one line of JSON in ASCII
   */
  public String encode(MetadataDocument document) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = json.createGenerator(text)) {
      out.enable(JsonGenerator.Feature.ESCAPE_NON_ASCII);
      out.writeStartObject();
      out.writeStringField("app", document.application().value());
      out.writeStringField("revision", document.revision().value());
      out.writeObjectFieldStart("services");
      for (var service : document.services().entrySet()) {
        out.writeFieldName(service.getKey());
        write(out, service.getValue());
      }
      out.writeEndObject();
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a string cannot fail to be written", e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator out, ServiceEntry entry) throws IOException {
    out.writeStartObject();
    out.writeStringField("name", entry.name());
    if (!entry.group().isEmpty()) {
      out.writeStringField("group", entry.group());
    }
    if (!entry.version().isEmpty()) {
      out.writeStringField("version", entry.version());
    }
    out.writeStringField("protocol", entry.protocol());
    if (entry.port() != -1) {
      out.writeNumberField("port", entry.port());
    }
    out.writeStringField("path", entry.path());
    out.writeObjectFieldStart("params");
    for (var param : entry.params().entrySet()) {
      out.writeStringField(param.getKey(), param.getValue());
    }
    out.writeEndObject();
    out.writeEndObject();
  }

  /**
   * Reads a document and checks everything whose absence is known to break a consumer: {@code
   * params} and {@code protocol} stop Dubbo 3.3 from starting, without {@code name} or {@code path}
   * the service is not found.
   *
   * @param text JSON
   * @return the document, its services under their own keys
   * @throws MalformedDocumentException if it is not such a document
   */
  public MetadataDocument decode(String text) throws MalformedDocumentException {
    JsonNode root;
    try {
      checkLimits(text);
      root = mapper.readTree(text);
    } catch (JsonProcessingException e) {
      throw new MalformedDocumentException("not JSON: " + JsonFault.text(e.getOriginalMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException("a string cannot fail to be read", e);
    }
    if (root == null || !root.isObject()) {
      throw new MalformedDocumentException("not a JSON object");
    }
    ApplicationName application;
    try {
      application = new ApplicationName(required(root, "app", ""));
    } catch (IllegalArgumentException e) {
      throw new MalformedDocumentException("field 'app': " + e.getMessage());
    }
    JsonNode services = root.path("services");
    if (!services.isObject()) {
      throw new MalformedDocumentException("field 'services' is missing or not an object");
    }
    List<ServiceEntry> entries = new ArrayList<>();
    for (var fields = services.fields(); fields.hasNext(); ) {
      var field = fields.next();
      entries.add(read(field.getKey(), field.getValue()));
    }
    return MetadataDocument.of(application, entries);
  }

  /** A tree is built by recursion; a document needs four levels, and its other fields few. */
  private void checkLimits(String text) throws IOException, MalformedDocumentException {
    int depth = 0;
    try (JsonParser in = json.createParser(text)) {
      for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (depth > MAX_DEPTH) {
          throw new MalformedDocumentException("nested deeper than " + MAX_DEPTH + " levels");
        }
        if (token.isNumeric() && in.getTextLength() > MAX_NUMBER) {
          throw new MalformedDocumentException(
              "a number with more than " + MAX_NUMBER + " characters");
        }
      }
    }
  }

  private static ServiceEntry read(String key, JsonNode node) throws MalformedDocumentException {
    String where = " of service '" + LogText.of(key) + "'";
    JsonNode params = node.path("params");
    if (!params.isObject()) {
      throw new MalformedDocumentException(
          "field 'params'" + where + " is missing or not an object");
    }
    SortedMap<String, String> values = new TreeMap<>();
    params.fields().forEachRemaining(each -> values.put(each.getKey(), each.getValue().asText()));
    return new ServiceEntry(
        required(node, "name", where),
        node.path("group").asText(""),
        node.path("version").asText(""),
        required(node, "protocol", where),
        node.path("port").asInt(-1),
        required(node, "path", where),
        values);
  }

  private static String required(JsonNode node, String field, String where)
      throws MalformedDocumentException {
    String value = node.path(field).asText("");
    if (value.isEmpty()) {
      throw new MalformedDocumentException("field '" + field + "'" + where + " is missing");
    }
    return value;
  }
}
