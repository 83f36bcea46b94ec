package io.landbridge.registry.nacos1;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.ServerMembers;
import io.landbridge.registry.Subscribers;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.ConfigurationJson;
import io.landbridge.registry.http.InstanceJson;
import io.landbridge.registry.http.Paging;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.http.SubscriberJson;
import io.landbridge.registry.legacy.LegacyPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads a cluster through {@code /v1}: the catalog of the console for what is registered, the
 * client's own requests for what consumers see.
 */
public final class Nacos1Registry implements Registry {

  private final ServerClient client;
  private final ServerInfo server;

  /**
   * Makes the adapter.
   *
   * @param client reaches the cluster
   * @param server what was found there
   */
  public Nacos1Registry(ServerClient client, ServerInfo server) {
    this.client = client;
    this.server = server;
  }

  @Override
  public ServerInfo server() {
    return server;
  }

  @Override
  public Optional<Namespaces> namespaces() throws RegistryException {
    Answer answer = client.get("/v1/console/namespaces", Map.of());
    if (answer.status() == 404 || answer.status() == 410 || answer.status() == 501) {
      return Optional.empty();
    }
    JsonNode data = answer.requireJson().path("data");
    if (!data.isArray()) {
      throw answer.unexpected("not a list of namespaces");
    }
    List<String> namespaces = new ArrayList<>();
    data.forEach(each -> namespaces.add(each.path("namespace").asText("")));
    return Optional.of(Namespaces.listed(namespaces).and(Namespaces.of(NamespaceId.PUBLIC)));
  }

  @Override
  public Namespaces used() throws RegistryException {
    Answer answer = client.get("/v1/ns/service/names", Map.of());
    return answer.ok()
        ? answer
            .json()
            .flatMap(ServiceNames::namespaces)
            .map(Namespaces::listed)
            .orElse(Namespaces.NONE)
        : Namespaces.NONE;
  }

  @Override
  public List<RegisteredService> services(NamespaceId namespace) throws RegistryException {
    return List.copyOf(ConsoleCatalog.services(client, namespace, PAGE_SIZE));
  }

  @Override
  public List<RegisteredInstance> instances(ServiceKey service) throws RegistryException {
    Answer detail = client.get("/v1/ns/catalog/service", ConsoleCatalog.names(service));
    if (ConsoleCatalog.isGone(detail)) {
      return List.of();
    }
    List<RegisteredInstance> instances = new ArrayList<>();
    for (JsonNode cluster : detail.requireJson().path("clusters")) {
      // One that vanished since has none.
      ConsoleCatalog.instances(
              client,
              new LegacyPart(service, cluster.path("name").asText()),
              Nacos1Registry::instance)
          .ifPresent(instances::addAll);
    }
    return instances.stream().sorted().toList();
  }

  private static Optional<RegisteredInstance> instance(Answer answer, JsonNode node) {
    return InstanceJson.read(node);
  }

  @Override
  public List<RegisteredInstance> lookup(ServiceKey service, Set<String> clusters)
      throws RegistryException {
    Answer answer =
        client.get(
            "/v1/ns/instance/list",
            Map.of(
                "namespaceId", service.namespace().value(),
                "serviceName", ConsoleCatalog.groupedName(service),
                "healthyOnly", "false"));
    if (ConsoleCatalog.isGone(answer)) {
      return List.of();
    }
    List<RegisteredInstance> all = InstanceJson.read(answer, answer.requireJson().path("hosts"));
    return all.stream()
        .filter(each -> each.cluster().equals("DEFAULT") || clusters.contains(each.cluster()))
        .toList();
  }

  @Override
  public Optional<String> config(NamespaceId namespace, String group, String dataId)
      throws RegistryException {
    Answer answer =
        client.get(
            "/v1/cs/configs",
            Map.of(
                "dataId", dataId,
                "group", group,
                "tenant", namespace.isDefault() ? "" : namespace.value()));
    if (answer.status() == 404) {
      return Optional.empty();
    }
    return Optional.of(answer.requireOk().text());
  }

  @Override
  public OptionalLong configurations(NamespaceId namespace) throws RegistryException {
    Answer answer =
        client.get(
            "/v1/cs/configs",
            Map.of(
                "search", "blur",
                "dataId", "",
                "group", "",
                "tenant", namespace.isDefault() ? "" : namespace.value(),
                "pageNo", "1",
                "pageSize", "1"));
    JsonNode total =
        answer.ok()
            ? answer.json().map(json -> json.path("totalCount")).orElse(MissingNode.getInstance())
            : MissingNode.getInstance();
    return total.canConvertToLong() ? OptionalLong.of(total.asLong()) : OptionalLong.empty();
  }

  @Override
  public List<String> dataIds(NamespaceId namespace, String group) throws RegistryException {
    return List.copyOf(Paging.whole(number -> dataIds(namespace, group, number)));
  }

  private Paging.Page<String> dataIds(NamespaceId namespace, String group, int number)
      throws RegistryException {
    Answer answer =
        client.get(
            "/v1/cs/configs",
            Map.of(
                "search",
                "accurate",
                "dataId",
                "",
                "group",
                group,
                "tenant",
                namespace.isDefault() ? "" : namespace.value(),
                "pageNo",
                String.valueOf(number),
                "pageSize",
                String.valueOf(Paging.PAGE_SIZE)));
    return ConfigurationJson.dataIds(answer, answer.requireJson());
  }

  @Override
  public ServerMembers members(ServerAddress server) throws RegistryException {
    ServerClient one = client.only(server);
    return SubscriberJson.members(
        one.get("/v1/core/cluster/self", Map.of()), one.get("/v1/core/cluster/nodes", Map.of()));
  }

  @Override
  public Subscribers subscribers(ServerAddress member, ServiceKey service)
      throws RegistryException {
    ServerClient one = client.only(member);
    String name = ConsoleCatalog.groupedName(service);
    return SubscriberJson.read(
        number -> subscribers(one, service, number),
        // These servers list those of every service whose name has this one in it.
        each -> each.path("serviceName").asText("").equals(name),
        "app");
  }

  private static Paging.Page<JsonNode> subscribers(ServerClient one, ServiceKey service, int number)
      throws RegistryException {
    Map<String, String> parameters = new HashMap<>(ConsoleCatalog.names(service));
    parameters.put("aggregation", "false");
    parameters.put("pageNo", String.valueOf(number));
    parameters.put("pageSize", String.valueOf(Paging.PAGE_SIZE));
    Answer answer = one.get("/v1/ns/service/subscribers", parameters);
    JsonNode json = answer.requireJson();
    JsonNode list = json.path("subscribers");
    if (!list.isArray() || !json.path("count").canConvertToInt()) {
      throw answer.unexpected("not a list of subscribers");
    }
    List<JsonNode> entries = new ArrayList<>();
    list.forEach(entries::add);
    return new Paging.Page<>(answer.url(), json.path("count").asInt(), entries);
  }
}
