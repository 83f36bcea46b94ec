package io.landbridge.registry.nacos3;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reads a cluster through {@code /v3}: {@code admin} for what is registered, {@code client} for
 * what consumers see. The default namespace is always spelled out: 3.0 does not fill it in
 * everywhere.
 */
public final class Nacos3Registry implements Registry {

  private static final String DEFAULT = "DEFAULT";
  private static final int SERVICE_NOT_EXIST = 21008;
  private static final int RESOURCE_NOT_FOUND = 20004;

  private final ServerClient client;
  private final ServerInfo server;

  /**
   * Makes the adapter.
   *
   * @param client reaches the cluster
   * @param server what was found there
   */
  public Nacos3Registry(ServerClient client, ServerInfo server) {
    this.client = client;
    this.server = server;
  }

  @Override
  public ServerInfo server() {
    return server;
  }

  @Override
  public Optional<Namespaces> namespaces() throws RegistryException {
    Answer answer = client.get("/v3/admin/core/namespace/list", Map.of());
    JsonNode data = data(answer);
    if (!data.isArray()) {
      throw answer.unexpected("not a list of namespaces");
    }
    List<String> namespaces = new ArrayList<>();
    data.forEach(each -> namespaces.add(each.path("namespace").asText("")));
    return Optional.of(Namespaces.listed(namespaces).and(Namespaces.of(NamespaceId.PUBLIC)));
  }

  @Override
  public List<RegisteredService> services(NamespaceId namespace) throws RegistryException {
    return List.copyOf(Paging.whole(number -> page(namespace, number)));
  }

  private Paging.Page<RegisteredService> page(NamespaceId namespace, int number)
      throws RegistryException {
    Answer answer =
        client.get(
            "/v3/admin/ns/service/list",
            Map.of(
                "namespaceId", namespace.value(),
                "pageNo", String.valueOf(number),
                "pageSize", String.valueOf(Paging.PAGE_SIZE)));
    JsonNode data = data(answer);
    JsonNode list = data.path("pageItems");
    if (!list.isArray() || !data.path("totalCount").canConvertToInt()) {
      throw answer.unexpected("not a list of services");
    }
    List<RegisteredService> services = new ArrayList<>();
    for (JsonNode each : list) {
      services.add(
          new RegisteredService(
              new ServiceKey(
                  namespace, each.path("groupName").asText(""), each.path("name").asText("")),
              Math.max(0, each.path("ipCount").asInt()),
              Math.max(0, each.path("clusterCount").asInt())));
    }
    return new Paging.Page<>(answer.url(), data.path("totalCount").asInt(), services);
  }

  @Override
  public List<RegisteredInstance> instances(ServiceKey service) throws RegistryException {
    Answer detail = client.get("/v3/admin/ns/service", names(service));
    if (isGone(detail)) {
      return List.of();
    }
    List<RegisteredInstance> instances = new ArrayList<>();
    List<String> clusters = new ArrayList<>();
    data(detail).path("clusterMap").fieldNames().forEachRemaining(clusters::add);
    for (String cluster : clusters) {
      Answer answer =
          client.get("/v3/admin/ns/instance/list", with(names(service), "clusterName", cluster));
      if (!isGone(answer)) {
        instances.addAll(InstanceJson.read(answer, data(answer)));
      }
    }
    return instances.stream().sorted().toList();
  }

  /** Most services have one cluster label, and it is the usual one: no need to ask which. */
  @Override
  public List<RegisteredInstance> instances(RegisteredService listed) throws RegistryException {
    if (listed.clusters() != 1) {
      return instances(listed.key());
    }
    Answer answer =
        client.get("/v3/admin/ns/instance/list", with(names(listed.key()), "clusterName", DEFAULT));
    return isGone(answer) ? instances(listed.key()) : InstanceJson.read(answer, data(answer));
  }

  @Override
  public List<RegisteredInstance> lookup(ServiceKey service, Set<String> clusters)
      throws RegistryException {
    // Without clusterName this API looks in DEFAULT alone.
    SortedSet<String> labels = new TreeSet<>(clusters);
    labels.add(DEFAULT);
    Answer answer =
        client.get(
            "/v3/client/ns/instance/list",
            with(names(service), "clusterName", String.join(",", labels)));
    return isGone(answer) ? List.of() : InstanceJson.read(answer, data(answer));
  }

  @Override
  public Optional<String> config(NamespaceId namespace, String group, String dataId)
      throws RegistryException {
    Answer answer =
        client.get(
            "/v3/client/cs/config",
            Map.of("namespaceId", namespace.value(), "groupName", group, "dataId", dataId));
    if (isGone(answer)) {
      return Optional.empty();
    }
    JsonNode content = data(answer).path("content");
    if (!content.isTextual()) {
      throw answer.unexpected("no content");
    }
    return Optional.of(content.asText());
  }

  @Override
  public OptionalLong configurations(NamespaceId namespace) throws RegistryException {
    Answer answer =
        client.get(
            "/v3/admin/cs/config/list",
            Map.of(
                "search", "blur",
                "dataId", "",
                "groupName", "",
                "namespaceId", namespace.value(),
                "pageNo", "1",
                "pageSize", "1"));
    JsonNode total = answer.ok() ? data(answer).path("totalCount") : MissingNode.getInstance();
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
            "/v3/admin/cs/config/list",
            Map.of(
                "search",
                "accurate",
                "dataId",
                "",
                "groupName",
                group,
                "namespaceId",
                namespace.value(),
                "pageNo",
                String.valueOf(number),
                "pageSize",
                String.valueOf(Paging.PAGE_SIZE)));
    return ConfigurationJson.dataIds(answer, data(answer));
  }

  @Override
  public ServerMembers members(ServerAddress server) throws RegistryException {
    ServerClient one = client.only(server);
    return SubscriberJson.members(
        one.get("/v3/admin/core/cluster/node/self", Map.of()),
        one.get("/v3/admin/core/cluster/node/list", Map.of()));
  }

  @Override
  public Subscribers subscribers(ServerAddress member, ServiceKey service)
      throws RegistryException {
    ServerClient one = client.only(member);
    return SubscriberJson.read(
        number -> subscribers(one, service, number), each -> true, "appName");
  }

  private static Paging.Page<JsonNode> subscribers(ServerClient one, ServiceKey service, int number)
      throws RegistryException {
    Map<String, String> parameters = new HashMap<>(names(service));
    parameters.put("aggregation", "false");
    parameters.put("pageNo", String.valueOf(number));
    parameters.put("pageSize", String.valueOf(Paging.PAGE_SIZE));
    Answer answer = one.get("/v3/admin/ns/service/subscribers", parameters);
    if (isGone(answer)) {
      return new Paging.Page<>(answer.url(), 0, List.of());
    }
    JsonNode data = data(answer);
    JsonNode list = data.path("pageItems");
    if (!list.isArray() || !data.path("totalCount").canConvertToInt()) {
      throw answer.unexpected("not a list of subscribers");
    }
    List<JsonNode> entries = new ArrayList<>();
    list.forEach(entries::add);
    return new Paging.Page<>(answer.url(), data.path("totalCount").asInt(), entries);
  }

  private static Map<String, String> names(ServiceKey service) {
    return Map.of(
        "namespaceId", service.namespace().value(),
        "groupName", service.group(),
        "serviceName", service.name());
  }

  private static Map<String, String> with(Map<String, String> names, String key, String value) {
    Map<String, String> more = new HashMap<>(names);
    more.put(key, value);
    return more;
  }

  private static boolean isGone(Answer answer) {
    int code = answer.json().map(json -> json.path("code").asInt()).orElse(0);
    return code == SERVICE_NOT_EXIST
        || code == RESOURCE_NOT_FOUND
        // A server of 2.x answers so, too, but with the words of what it is built on.
        || (answer.status() == 404
            && answer.json().filter(json -> json.path("code").isInt()).isPresent());
  }

  /** What is inside {@code {"code":0,"message":…,"data":…}}. */
  private static JsonNode data(Answer answer) throws RegistryException {
    JsonNode json = answer.requireJson();
    int code = json.path("code").asInt(-1);
    if (code != 0) {
      throw new RegistryException(
          Kind.REFUSED,
          "the server refuses with code %d (%s)".formatted(code, json.path("message").asText()),
          answer.url(),
          "check the names in the request");
    }
    return json.path("data");
  }
}
