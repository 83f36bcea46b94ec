package io.landbridge.compat.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.load.wire.HttpWireClient;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.WireClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Every way to ask a server for the instances of one service, and its answers in a form in which
 * those for two services can be compared: without the name of the service, without what differs
 * from one moment to the next, and without the metadata of instances.
 */
record QueryForms(NacosApi api, WireClient grpc) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What differs from one answer to the next; and ids, which 2.x gives to instances of clients that
   * register one, and not to those of a batch.
   */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "lastRefTime",
          "checksum",
          "lastBeat",
          "timestamp",
          "requestId",
          "lastHeartBeatTime",
          "instanceId");

  private static final String CLUSTER = "DEFAULT";
  private static final String OTHER = "EAST";

  /** Asks in every way; by the way. */
  SortedMap<String, JsonNode> ask(ServiceName service) {
    SortedMap<String, JsonNode> answers = new TreeMap<>();
    Map<String, String> grouped =
        Map.of(
            "namespaceId",
            service.namespace(),
            "serviceName",
            service.group() + "@@" + service.name());
    Map<String, String> named =
        Map.of(
            "namespaceId", service.namespace(),
            "groupName", service.group(),
            "serviceName", service.name());
    Forms forms = new Forms(service, answers);
    lists(forms, "v1 list", "/v1/ns/instance/list", grouped, "clusters");
    lists(forms, "v1 list, group apart", "/v1/ns/instance/list", named, "clusters");
    lists(
        forms,
        "v1 list for UDP",
        "/v1/ns/instance/list",
        with(grouped, "udpPort", "20001", "clientIP", "127.0.0.1"),
        "clusters");
    lists(forms, "v2 list", "/v2/ns/instance/list", named, "clusterName");
    single(forms, "v1 instance", "/v1/ns/instance", grouped, "cluster");
    single(forms, "v2 instance", "/v2/ns/instance", named, "clusterName");
    for (String version : List.of("/v1", "/v2")) {
      forms.get(
          version + " statuses",
          version + "/ns/instance/statuses",
          Map.of("namespaceId", service.namespace(), "key", grouped.get("serviceName")));
      for (String cluster : List.of(CLUSTER, OTHER, "none")) {
        forms.get(
            version + " console instances in " + cluster,
            version + "/ns/catalog/instances",
            with(grouped, "clusterName", cluster, "pageNo", "1", "pageSize", "10"));
      }
    }
    if (api.version().line() == 3) {
      lists(forms, "v3 list", "/v3/client/ns/instance/list", named, "clusterName");
      lists(forms, "v3 admin list", "/v3/admin/ns/instance/list", named, "clusterName");
      single(forms, "v3 admin instance", "/v3/admin/ns/instance", named, "clusterName");
    }
    for (boolean healthyOnly : new boolean[] {false, true}) {
      for (String clusters : List.of("", CLUSTER, OTHER, CLUSTER + "," + OTHER, "none")) {
        forms.put(
            "gRPC query of '%s', healthy only %s".formatted(clusters, healthyOnly),
            JSON.valueToTree(grpc.list(service, clusters, healthyOnly).join().instances()));
        forms.put(
            "gRPC subscription to '%s'".formatted(clusters),
            JSON.valueToTree(grpc.subscribe(service, clusters, push -> {}).join().instances()));
      }
    }
    grpc.unsubscribe(service).join();
    return answers;
  }

  private static void lists(
      Forms forms, String name, String path, Map<String, String> asked, String clusters) {
    forms.get(name, path, asked);
    forms.get(name + ", healthy only", path, with(asked, "healthyOnly", "true"));
    for (String each : List.of(CLUSTER, OTHER, CLUSTER + "," + OTHER, "none")) {
      forms.get(name + " in " + each, path, with(asked, clusters, each));
      forms.get(
          name + " in " + each + ", healthy only",
          path,
          with(asked, clusters, each, "healthyOnly", "true"));
    }
  }

  private static void single(
      Forms forms, String name, String path, Map<String, String> asked, String cluster) {
    forms.get(name, path, with(asked, "ip", "10.0.0.1", "port", "20880"));
    for (String ip : List.of("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.9.9")) {
      for (String label : List.of(CLUSTER, OTHER)) {
        forms.get(
            "%s %s in %s".formatted(name, ip, label),
            path,
            with(asked, "ip", ip, "port", "20880", cluster, label));
      }
    }
  }

  /** The answers for one service. */
  private final class Forms {

    private final ServiceName service;
    private final SortedMap<String, JsonNode> answers;

    Forms(ServiceName service, SortedMap<String, JsonNode> answers) {
      this.service = service;
      this.answers = answers;
    }

    void get(String name, String path, Map<String, String> asked) {
      NacosApi.Answer answer = api.withAgent(HttpWireClient.GO).get(path, asked);
      ObjectNode all = JSON.createObjectNode();
      all.put("status", answer.status());
      all.set("body", body(answer));
      put(name, all);
    }

    private JsonNode body(NacosApi.Answer answer) {
      try {
        return JSON.readTree(answer.body());
      } catch (IOException e) {
        return TextNode.valueOf(answer.body());
      }
    }

    void put(String name, JsonNode answer) {
      try {
        String anonymous = answer.toString().replace(service.name(), "THE-SERVICE");
        answers.put(name, comparable(JSON.readTree(anonymous)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static JsonNode comparable(JsonNode node) {
    if (node.isArray()) {
      List<JsonNode> elements = new ArrayList<>();
      node.forEach(each -> elements.add(comparable(each)));
      elements.sort(Comparator.comparing(JsonNode::toString));
      ArrayNode sorted = JSON.createArrayNode();
      elements.forEach(sorted::add);
      return sorted;
    }
    if (!node.isObject()) {
      return node;
    }
    ObjectNode result = JSON.createObjectNode();
    node.fields()
        .forEachRemaining(
            field -> {
              boolean isOfInstance = node.has("ip") && field.getKey().equals("metadata");
              if (!isOfInstance && !LEFT_OUT.contains(field.getKey())) {
                result.set(field.getKey(), comparable(field.getValue()));
              }
            });
    return result;
  }

  private static Map<String, String> with(Map<String, String> map, String... more) {
    Map<String, String> all = new TreeMap<>(map);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }
}
