package io.landbridge.registry.connect;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.ServerInfo.Api;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.nacos1.Nacos1Registry;
import io.landbridge.registry.nacos3.Nacos3Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens a {@link Registry} on whatever version of Nacos answers. */
public final class RegistryConnector {

  /**
   * What tells the version without a login, newest first. A server without its console has no
   * {@code /v1/console}, one with an old console no {@code /v3}.
   */
  private static final List<Probe> PROBES =
      List.of(
          new Probe("/v3/admin/core/state", RegistryConnector::stateV3),
          new Probe("/v1/console/server/state", RegistryConnector::stateV1),
          new Probe("/v1/core/cluster/nodes", RegistryConnector::members),
          new Probe("/v1/ns/operator/metrics", RegistryConnector::metrics));

  private RegistryConnector() {}

  /**
   * Finds out which API the cluster has.
   *
   * @param client reaches the cluster
   * @return a registry on that API
   * @throws RegistryException if no server answers, or what answers is no Nacos server
   */
  public static Registry connect(ServerClient client) throws RegistryException {
    List<Answer> answers = new ArrayList<>();
    for (Probe probe : PROBES) {
      Answer answer = client.get(probe.path(), Map.of());
      answers.add(answer);
      Optional<ServerInfo> found =
          answer.ok()
              ? answer.json().flatMap(json -> probe.reader().read(answer.server(), json))
              : Optional.empty();
      if (found.isPresent()) {
        ServerInfo server = found.get();
        return switch (server.api()) {
          case V1 -> new Nacos1Registry(client, server);
          case V3 -> new Nacos3Registry(client, server);
        };
      }
    }
    throw notNacos(answers);
  }

  private static RegistryException notNacos(List<Answer> answers) {
    Answer last = answers.get(answers.size() - 1);
    for (Answer answer : answers) {
      if (answer.status() == 401 || answer.status() == 403) {
        return answer.failure();
      }
    }
    ServerAddress server = last.server();
    boolean nothing = answers.stream().allMatch(answer -> answer.status() == 404);
    boolean usual = server.contextPath().equals(ServerAddress.DEFAULT_CONTEXT_PATH);
    return new RegistryException(
        nothing ? Kind.NOT_FOUND : Kind.UNEXPECTED_ANSWER,
        nothing
            ? "no Nacos API found under the context path %s (status 404)"
                .formatted(server.contextPath())
            : "not a Nacos server (status %d)".formatted(last.status()),
        server.toString(),
        usual
            ? "check that this is the port of the Nacos server, not of its console, and add the"
                + " context path if it differs from /nacos"
            : "add the context path of the server, normally /nacos: "
                + server.base().resolve(ServerAddress.DEFAULT_CONTEXT_PATH));
  }

  private static Optional<ServerInfo> stateV3(ServerAddress server, JsonNode json) {
    return version(Api.V3, server, json.path("data").path("version"));
  }

  private static Optional<ServerInfo> stateV1(ServerAddress server, JsonNode json) {
    return version(Api.V1, server, json.path("version"));
  }

  private static Optional<ServerInfo> members(ServerAddress server, JsonNode json) {
    for (JsonNode member : json.path("data")) {
      Optional<ServerInfo> found =
          version(Api.V1, server, member.path("extendInfo").path("version"));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<ServerInfo> metrics(ServerAddress server, JsonNode json) {
    return json.has("status")
        ? Optional.of(new ServerInfo(Api.V1, ServerInfo.UNKNOWN_VERSION, server))
        : Optional.empty();
  }

  private static Optional<ServerInfo> version(Api api, ServerAddress server, JsonNode version) {
    return version.asText("").isEmpty() || version.isNull()
        ? Optional.empty()
        : Optional.of(new ServerInfo(api, version.asText(), server));
  }

  private record Probe(String path, Reader reader) {}

  private interface Reader {
    Optional<ServerInfo> read(ServerAddress server, JsonNode json);
  }
}
