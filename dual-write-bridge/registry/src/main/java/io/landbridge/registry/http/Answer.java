package io.landbridge.registry.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.model.LogText;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a server answered, whatever the status.
 *
 * @param server who answered
 * @param url what was asked, without secrets
 * @param status the HTTP status
 * @param text the body, read as UTF-8
 * @param date the server's clock in milliseconds since 1970, exact to a second; 0 when it did not
 *     tell
 * @param authenticated whether the server has just accepted who asks, so that a refusal is about
 *     what that user may do
 */
public record Answer(
    ServerAddress server, String url, int status, String text, long date, boolean authenticated) {

  /** Where servers say in JSON what is wrong; the second is Spring's, if nobody says more. */
  private static final List<String> SAID = List.of("message", "error");

  private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\p{Cntrl}\\s]+");

  static Answer of(ServerAddress server, String url, int status, byte[] body, long date) {
    return new Answer(server, url, status, new String(body, StandardCharsets.UTF_8), date, false);
  }

  /** The same, to a user whom the server has just accepted. */
  Answer toKnownUser() {
    return new Answer(server, url, status, text, date, true);
  }

  /** Whether the user is known, and may not do this. */
  public boolean isForbidden() {
    return status == 403 && authenticated;
  }

  /** Whether the status is 200. */
  public boolean ok() {
    return status == 200;
  }

  /** The body as a JSON object or list, when it is one. */
  public Optional<JsonNode> json() {
    try {
      JsonNode node = JsonTree.read(text);
      return node.isContainerNode() ? Optional.of(node) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * The body of a successful answer as JSON.
   *
   * @throws RegistryException if the status is not 200 or the body is not JSON
   */
  public JsonNode requireJson() throws RegistryException {
    requireOk();
    return json().orElseThrow(() -> unexpected("not JSON: " + quoted(Optional.empty())));
  }

  /** Takes in one field of an object. */
  public interface FieldReader {

    /**
     * Reads one.
     *
     * @throws RegistryException if it is not what it should be
     */
    void read(String name, JsonNode value) throws RegistryException;
  }

  /**
   * The fields of a JSON object in the body of a successful answer, one after the other: of a long
   * one, no more than one is held at a time.
   *
   * @throws RegistryException if the status is not 200 or the body is not a JSON object; by then
   *     some of its fields may have been read
   */
  public void requireFields(FieldReader reader) throws RegistryException {
    requireOk();
    try (JsonParser parser = JsonTree.parser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw unexpected("not a JSON object: " + quoted());
      }
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        reader.read(name, JsonTree.value(parser));
      }
    } catch (IOException e) {
      throw unexpected("not JSON: " + quoted());
    }
  }

  /**
   * Passes a successful answer.
   *
   * @throws RegistryException of the kind the status stands for
   */
  public Answer requireOk() throws RegistryException {
    if (ok()) {
      return this;
    }
    throw failure();
  }

  /** The failure this answer stands for, by its status. */
  public RegistryException failure() {
    String quoted = quoted();
    String said = quoted.isEmpty() ? "" : " (" + quoted + ")";
    return switch (status) {
      case 401, 403 ->
          new RegistryException(
              Kind.UNAUTHORISED,
              "the server refuses access with status " + status + said,
              url,
              "log in as a user with this permission: pass --username and its password");
      case 404 ->
          new RegistryException(
              Kind.NOT_FOUND, "not found" + said, url, "check the address and the name");
      case 409 ->
          new RegistryException(
              Kind.CONFLICT,
              "not possible in the present state" + said,
              url,
              "check the status and try again");
      case 502, 503, 504 ->
          new RegistryException(
              Kind.UNAVAILABLE,
              "the server is temporarily unavailable, status " + status + said,
              url,
              "try again, or check the log of the server");
      case 400 ->
          new RegistryException(
              Kind.REFUSED,
              "the server refuses the request" + said,
              url,
              "check the names in the request");
      default -> unexpected("status " + status + said);
    };
  }

  /** The failure of an answer that has none of the expected shapes. */
  public RegistryException unexpected(String what) {
    return new RegistryException(
        Kind.UNEXPECTED_ANSWER,
        "unexpected answer: " + what,
        url,
        "check that this is a Nacos server of a supported version, and check its log");
  }

  /** The beginning of the body without markup, on one line. */
  private String quoted() {
    return quoted(json());
  }

  private String quoted(Optional<JsonNode> json) {
    String head = text.substring(0, Math.min(text.length(), 4096));
    String plain =
        json.flatMap(
                node ->
                    SAID.stream()
                        .map(field -> node.path(field).asText(""))
                        .filter(each -> !each.isBlank())
                        .findFirst())
            .orElseGet(() -> withoutMarkup(head));
    plain = NOT_PRINTABLE.matcher(plain).replaceAll(" ").trim();
    return LogText.of(plain);
  }

  /** With a blank in place of each tag; what looks like one and has no end stays. */
  private static String withoutMarkup(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    int from = 0;
    int open = text.indexOf('<');
    int close = open < 0 ? -1 : text.indexOf('>', open);
    while (open >= 0 && close >= 0) {
      plain.append(text, from, open).append(' ');
      from = close + 1;
      open = text.indexOf('<', from);
      close = open < 0 ? -1 : text.indexOf('>', open);
    }
    return plain.append(text, from, text.length()).toString();
  }
}
