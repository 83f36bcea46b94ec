package io.landbridge.compat.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything a server says about naming and configuration over its public HTTP API, in a canonical
 * form, to prove that two states are the same.
 *
 * <p>One entry per service, instance and configuration, with all fields the server shows. An
 * instance is there twice, as the console sees it ({@code instance}, disabled ones included) and as
 * a client sees it ({@code client}, the merged view). Left out, because they change by themselves
 * or name the moment of writing and not what was written, is {@link #VOLATILE}; nothing else.
 *
 * <p>Namespaces are found through the server's namespace list, through the services of connected
 * clients and through the tenants in its embedded database; where a server build has none of these
 * (2.2.4 has no console module), name further ones in {@link Probe}, as well as services that are
 * in no list because nothing is in them.
 */
public final class RegistryDump {

  /** Fields that are not part of a dump, wherever they occur. */
  public static final Set<String> VOLATILE =
      Set.of(
          "lastBeat",
          "lastRefTime",
          "lastHeartBeatTime",
          "id",
          "createTime",
          "modifyTime",
          "createIp",
          "createUser",
          "srcUser",
          "srcIp",
          "configCount");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PAGE = 100;
  private static final int PAGES = 1_000;

  private final SortedMap<String, String> entries;

  private RegistryDump(SortedMap<String, String> entries) {
    this.entries = entries;
  }

  /**
   * What to look at beyond what the server lists.
   *
   * @param namespaces further namespace ids
   * @param services further services, in every namespace, as {@code group@@name}
   */
  public record Probe(Set<String> namespaces, Set<String> services) {

    /** Nothing further. */
    public static final Probe NONE = new Probe(Set.of(), Set.of());

    /** Copies the sets. */
    public Probe {
      namespaces = Set.copyOf(namespaces);
      services = Set.copyOf(services);
    }
  }

  /**
   * Reads a server. Two reads of an unchanged server are equal; a read while something changes is
   * not atomic.
   *
   * @param api with an administrator's token if authentication is on
   * @throws IllegalStateException if the server refuses a request; says which
   */
  public static RegistryDump of(NacosApi api) {
    return of(api, Probe.NONE);
  }

  /** Like {@link #of(NacosApi)}, with more to look at. */
  public static RegistryDump of(NacosApi api, Probe probe) {
    return new Reader(api, probe).read();
  }

  /** The entries, by what they describe; values are JSON with sorted keys. */
  public SortedMap<String, String> entries() {
    return new TreeMap<>(entries);
  }

  /**
   * What differs, one line each: {@code -} only here, {@code +} only there, {@code !} in both but
   * not the same. Empty if the dumps are equal.
   */
  public List<String> diff(RegistryDump there) {
    SortedSet<String> keys = new TreeSet<>(entries.keySet());
    keys.addAll(there.entries.keySet());
    List<String> lines = new ArrayList<>();
    for (String key : keys) {
      String mine = entries.get(key);
      String theirs = there.entries.get(key);
      if (theirs == null) {
        lines.add("- " + key + " " + mine);
      } else if (mine == null) {
        lines.add("+ " + key + " " + theirs);
      } else if (!mine.equals(theirs)) {
        lines.add("! " + key + "\n    here:  " + mine + "\n    there: " + theirs);
      }
    }
    return lines;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RegistryDump dump && entries.equals(dump.entries);
  }

  @Override
  public int hashCode() {
    return Objects.hash(entries);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    entries.forEach((key, value) -> text.append(key).append(' ').append(value).append('\n'));
    return text.toString();
  }

  /** Sorted keys, sorted arrays of instances are left to the keys; volatile fields gone. */
  static String canonical(JsonNode node) {
    return sorted(node).toString();
  }

  private static JsonNode sorted(JsonNode node) {
    if (node.isObject()) {
      ObjectNode result = JSON.createObjectNode();
      SortedMap<String, JsonNode> fields = new TreeMap<>();
      node.fields().forEachRemaining(field -> fields.put(field.getKey(), field.getValue()));
      fields.forEach(
          (name, value) -> {
            if (!VOLATILE.contains(name)) {
              result.set(name, sorted(value));
            }
          });
      return result;
    }
    if (node.isArray()) {
      ArrayNode result = JSON.createArrayNode();
      node.forEach(element -> result.add(sorted(element)));
      return result;
    }
    return node;
  }

  /** One read of one server. */
  private static final class Reader {

    private final NacosApi api;
    private final Probe probe;
    private final boolean three;
    private final SortedMap<String, String> entries = new TreeMap<>();

    Reader(NacosApi api, Probe probe) {
      this.api = api;
      this.probe = probe;
      this.three = api.version().line() == 3;
    }

    RegistryDump read() {
      for (String namespace : namespaces()) {
        SortedSet<String> services = services(namespace);
        for (String service : services) {
          addService(namespace, service);
        }
        SortedSet<String> asked = new TreeSet<>(services);
        asked.addAll(probe.services());
        for (String service : asked) {
          addClientView(namespace, service);
        }
        addConfigurations(namespace);
      }
      return new RegistryDump(entries);
    }

    /** Ids as naming has them: the default namespace is {@code public}. */
    private SortedSet<String> namespaces() {
      SortedSet<String> ids = new TreeSet<>(probe.namespaces());
      ids.add("public");
      NacosApi.Answer listed =
          api.get(three ? "/v3/admin/core/namespace/list" : "/v1/console/namespaces");
      if (listed.ok()) {
        for (JsonNode namespace : listed.json().path("data")) {
          add("namespace " + idOf(namespace.path("namespace").asText()), namespace);
          ids.add(idOf(namespace.path("namespace").asText()));
        }
      } else if (listed.status() != 404) {
        throw refused(listed, "list of namespaces");
      }
      if (api.version().line() == 2) {
        addNamespacesOfClients(ids);
      }
      if (!three) {
        addTenants(ids);
      }
      return ids;
    }

    private void addNamespacesOfClients(SortedSet<String> ids) {
      NacosApi.Answer clients = api.get("/v2/ns/client/list");
      if (clients.status() == 404) {
        // Up to 2.0 clients are in no list.
        return;
      }
      if (!clients.ok()) {
        throw refused(clients, "list of clients");
      }
      for (JsonNode client : clients.json().path("data")) {
        NacosApi.Answer published =
            api.get("/v2/ns/client/publish/list", Map.of("clientId", client.asText()));
        // A client that has gone since is no error.
        if (published.ok()) {
          published
              .json()
              .path("data")
              .forEach(service -> ids.add(service.path("namespace").asText()));
        }
      }
    }

    private void addTenants(SortedSet<String> ids) {
      NacosApi.Answer tenants =
          api.get("/v1/cs/ops/derby", Map.of("sql", "select distinct tenant_id from config_info"));
      // Answers an error when the database is not the embedded one.
      if (tenants.ok()) {
        for (JsonNode row : tenants.json().path("data")) {
          ids.add(idOf(row.path("TENANT_ID").asText("")));
        }
      }
    }

    private SortedSet<String> services(String namespace) {
      SortedSet<String> names = new TreeSet<>();
      for (int page = 1; page <= PAGES; page++) {
        Map<String, String> query =
            Map.of(
                "namespaceId",
                namespace,
                "pageNo",
                Integer.toString(page),
                "pageSize",
                Integer.toString(PAGE));
        JsonNode list =
            three
                ? json("/v3/admin/ns/service/list", query).path("data").path("pageItems")
                : json("/v1/ns/catalog/services", query).path("serviceList");
        list.forEach(
            service -> {
              String name =
                  service.path("groupName").asText() + "@@" + service.path("name").asText();
              names.add(name);
              add("listed " + namespace + " " + name, service);
            });
        if (list.size() < PAGE) {
          return names;
        }
      }
      throw new IllegalStateException("More than " + PAGES * PAGE + " services in " + namespace);
    }

    private void addService(String namespace, String service) {
      String where = namespace + " " + service;
      JsonNode detail =
          three
              ? json("/v3/admin/ns/service", query(namespace, service)).path("data")
              : json("/v1/ns/catalog/service", query(namespace, service));
      add("service " + where, detail);
      if (three) {
        NacosApi.Answer instances =
            api.get("/v3/admin/ns/instance/list", query(namespace, service));
        // A service that has lost its last instance has no cluster either, and 3.x says so.
        if (instances.ok()) {
          addInstances("instance " + where, instances.json().path("data"));
        } else if (instances.status() != 404 || !instances.body().contains("cluster")) {
          throw refused(instances, "instances of " + where);
        }
        return;
      }
      for (JsonNode cluster : detail.path("clusters")) {
        for (int page = 1; page <= PAGES; page++) {
          Map<String, String> query = new TreeMap<>(query(namespace, service));
          query.put("clusterName", cluster.path("name").asText());
          query.put("pageNo", Integer.toString(page));
          query.put("pageSize", Integer.toString(PAGE));
          JsonNode list = json("/v1/ns/catalog/instances", query).path("list");
          addInstances("instance " + where, list);
          if (list.size() < PAGE) {
            break;
          }
        }
      }
    }

    private void addClientView(String namespace, String service) {
      JsonNode answer =
          json(
              three ? "/v3/client/ns/instance/list" : "/v1/ns/instance/list",
              query(namespace, service));
      addInstances(
          "client " + namespace + " " + service,
          three ? answer.path("data") : answer.path("hosts"));
    }

    private void addInstances(String prefix, JsonNode instances) {
      for (JsonNode instance : instances) {
        String key =
            "%s %s %s:%s"
                .formatted(
                    prefix,
                    instance.path("clusterName").asText("DEFAULT"),
                    instance.path("ip").asText(),
                    instance.path("port").asText());
        String unique = key;
        for (int twin = 2; entries.containsKey(unique); twin++) {
          unique = key + " #" + twin;
        }
        add(unique, instance);
      }
    }

    private void addConfigurations(String namespace) {
      // Up to 2.x the default namespace of configuration has an empty id.
      String tenant = !three && namespace.equals("public") ? "" : namespace;
      for (int page = 1; page <= PAGES; page++) {
        Map<String, String> query = new TreeMap<>();
        query.put("search", "blur");
        query.put("dataId", "");
        query.put(three ? "groupName" : "group", "");
        query.put(three ? "namespaceId" : "tenant", tenant);
        query.put("pageNo", Integer.toString(page));
        query.put("pageSize", Integer.toString(PAGE));
        JsonNode answer = json(three ? "/v3/admin/cs/config/list" : "/v1/cs/configs", query);
        JsonNode list = (three ? answer.path("data") : answer).path("pageItems");
        list.forEach(item -> addConfiguration(namespace, tenant, item));
        if (list.size() < PAGE) {
          return;
        }
      }
      throw new IllegalStateException(
          "More than " + PAGES * PAGE + " configurations in " + namespace);
    }

    private void addConfiguration(String namespace, String tenant, JsonNode item) {
      String dataId = item.path("dataId").asText();
      String group = item.path(three ? "groupName" : "group").asText();
      JsonNode full =
          three
              ? json(
                      "/v3/admin/cs/config",
                      Map.of("namespaceId", tenant, "groupName", group, "dataId", dataId))
                  .path("data")
              : json(
                  "/v1/cs/configs",
                  Map.of("show", "all", "tenant", tenant, "group", group, "dataId", dataId));
      String key = "config " + namespace + " " + group + " " + dataId;
      add(key, full);
      // Of our own, whatever the server claims: what is compared is the content.
      entries.put(key + " (md5 of content)", md5(full.path("content").asText()));
    }

    private Map<String, String> query(String namespace, String service) {
      int at = service.indexOf("@@");
      // In 1.x the group is a part of the name; the others take both forms from v1.
      return three
          ? Map.of(
              "namespaceId", namespace,
              "groupName", service.substring(0, at),
              "serviceName", service.substring(at + 2))
          : Map.of("namespaceId", namespace, "serviceName", service);
    }

    private JsonNode json(String path, Map<String, String> query) {
      NacosApi.Answer answer = api.get(path, query);
      if (!answer.ok()) {
        throw refused(answer, path + " " + query);
      }
      return answer.json();
    }

    private void add(String key, JsonNode value) {
      entries.put(key, canonical(value));
    }

    private IllegalStateException refused(NacosApi.Answer answer, String what) {
      return new IllegalStateException(
          api.baseUrl() + " answers " + answer.status() + " to " + what + ": " + answer.body());
    }

    private static String idOf(String namespace) {
      return namespace.isEmpty() ? "public" : namespace;
    }

    private static String md5(String content) {
      try {
        byte[] digest =
            MessageDigest.getInstance("MD5").digest(content.getBytes(StandardCharsets.UTF_8));
        return "%032x".formatted(new BigInteger(1, digest));
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }
}
