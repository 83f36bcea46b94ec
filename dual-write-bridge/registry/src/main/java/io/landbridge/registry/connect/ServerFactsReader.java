package io.landbridge.registry.connect;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerFacts;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.ServerClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks single servers, of any version, what they are. Safe for use from any thread. */
public final class ServerFactsReader {

  private static final List<String> STATES =
      List.of("/v3/admin/core/state", "/v1/console/server/state");

  private static final List<String> CLIENTS =
      List.of("/v3/admin/ns/client/list", "/v2/ns/client/list");

  /** An id of a client of 1.x: {@code 10.0.0.1:20880#true}. Connections have other ids. */
  private static final String HTTP_CLIENT_ENDS_WITH = "#true";

  private final ServerClient client;

  /** Creates a reader that asks through a client. */
  public ServerFactsReader(ServerClient client) {
    this.client = client;
  }

  /**
   * Asks a server.
   *
   * @param server which one
   * @throws RegistryException if it does not answer, or tells no version
   */
  public ServerFacts read(ServerAddress server) throws RegistryException {
    ServerClient one = client.only(server);
    String version = RegistryConnector.connect(one).server().version();
    Optional<JsonNode> state = first(one, STATES);
    return new ServerFacts(
        server.hostAndPort(),
        version,
        state.flatMap(it -> text(it, "auth_enabled")).map(Boolean::valueOf),
        state.flatMap(it -> text(it, "datasource_platform")),
        first(one, CLIENTS).map(ServerFactsReader::httpClients));
  }

  /**
   * Asks a server that may be away, or refuse.
   *
   * @throws RegistryException if it is interrupted
   */
  public ServerFacts readOrUnknown(ServerAddress server) throws RegistryException {
    try {
      return read(server);
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      return new ServerFacts(
          server.hostAndPort(),
          ServerInfo.UNKNOWN_VERSION,
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
  }

  /** The data of the first path that the server has and this user may read. */
  private static Optional<JsonNode> first(ServerClient client, List<String> paths)
      throws RegistryException {
    for (String path : paths) {
      try {
        Answer answer = client.get(path, Map.of());
        if (answer.ok() && answer.json().isPresent()) {
          JsonNode json = answer.json().get();
          return Optional.of(json.has("data") ? json.path("data") : json);
        }
      } catch (RegistryException e) {
        if (e.kind() == Kind.INTERRUPTED || e.kind() == Kind.UNREACHABLE) {
          throw e;
        }
        // It is not told, then.
      }
    }
    return Optional.empty();
  }

  private static Optional<String> text(JsonNode state, String key) {
    return state.hasNonNull(key) ? Optional.of(state.path(key).asText()) : Optional.empty();
  }

  private static List<String> httpClients(JsonNode ids) {
    List<String> found = new ArrayList<>();
    for (JsonNode each : ids) {
      if (each.asText().endsWith(HTTP_CLIENT_ENDS_WITH)) {
        found.add(each.asText());
      }
    }
    return found;
  }
}
