package io.landbridge.compat.load.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Requests and answers of the naming module as JSON. */
final class NamingMessages {

  private static final String REGISTER = "registerInstance";
  private static final String DEREGISTER = "deregisterInstance";

  private NamingMessages() {}

  static Message register(ServiceName service, Instance instance) {
    return single("InstanceRequest", REGISTER, service, instance, true);
  }

  static Message deregister(ServiceName service, Instance instance) {
    return single("InstanceRequest", DEREGISTER, service, instance, true);
  }

  static Message registerPersistent(ServiceName service, Instance instance) {
    return single("PersistentInstanceRequest", REGISTER, service, instance, false);
  }

  static Message deregisterPersistent(ServiceName service, Instance instance) {
    return single("PersistentInstanceRequest", DEREGISTER, service, instance, false);
  }

  static Message registerBatch(ServiceName service, List<Instance> instances) {
    ObjectNode body = request(service);
    body.put("type", "batchRegisterInstance");
    ArrayNode list = body.putArray("instances");
    instances.forEach(instance -> list.add(json(instance, true)));
    return new Message("BatchInstanceRequest", body);
  }

  static Message subscribe(ServiceName service, String clusters, boolean subscribe) {
    ObjectNode body = request(service);
    body.put("clusters", clusters);
    body.put("subscribe", subscribe);
    return new Message("SubscribeServiceRequest", body);
  }

  static Message query(ServiceName service, String clusters, boolean healthyOnly) {
    ObjectNode body = request(service);
    body.put("cluster", clusters);
    body.put("healthyOnly", healthyOnly);
    body.put("udpPort", 0);
    return new Message("ServiceQueryRequest", body);
  }

  static Message services(String namespace, String group, int page, int size) {
    ObjectNode body = Message.JSON.createObjectNode();
    body.put("namespace", namespace);
    body.put("groupName", group);
    body.put("serviceName", "");
    body.put("pageNo", page);
    body.put("pageSize", size);
    return new Message("ServiceListRequest", body);
  }

  /** Reads a {@code serviceInfo}, of an answer or of a push. */
  static ServiceInstances instances(ServiceName service, Message message) {
    return instances(service, message.body().path("serviceInfo"));
  }

  /** Reads a {@code ServiceInfo}, as both protocols have it. */
  static ServiceInstances instances(ServiceName service, JsonNode info) {
    List<Instance> instances = new ArrayList<>();
    for (JsonNode host : info.path("hosts")) {
      instances.add(instance(host));
    }
    return new ServiceInstances(service, instances);
  }

  /** The service a push is about; the namespace is the connection's. */
  static ServiceName pushed(String namespace, JsonNode info) {
    String group = info.path("groupName").asText();
    String name = info.path("name").asText();
    // Some versions put the group in front of the name as well.
    return new ServiceName(
        namespace,
        group,
        name.startsWith(group + "@@") ? name.substring(group.length() + 2) : name);
  }

  static ServicePage services(Message answer) {
    List<String> names = new ArrayList<>();
    for (JsonNode name : answer.body().path("serviceNames")) {
      String text = name.asText();
      int separator = text.indexOf("@@");
      names.add(separator < 0 ? text : text.substring(separator + 2));
    }
    return new ServicePage(answer.body().path("count").asInt(), names);
  }

  private static Message single(
      String type, String what, ServiceName service, Instance instance, boolean ephemeral) {
    ObjectNode body = request(service);
    body.put("type", what);
    body.set("instance", json(instance, ephemeral));
    return new Message(type, body);
  }

  private static ObjectNode request(ServiceName service) {
    ObjectNode body = Message.JSON.createObjectNode();
    body.put("namespace", service.namespace());
    body.put("serviceName", service.name());
    body.put("groupName", service.group());
    return body;
  }

  private static ObjectNode json(Instance instance, boolean ephemeral) {
    ObjectNode json = Message.JSON.createObjectNode();
    json.put("ip", instance.ip());
    json.put("port", instance.port());
    json.put("weight", instance.weight());
    json.put("healthy", instance.healthy());
    json.put("enabled", instance.enabled());
    json.put("ephemeral", ephemeral);
    json.put("clusterName", instance.cluster());
    ObjectNode metadata = json.putObject("metadata");
    instance.metadata().forEach(metadata::put);
    return json;
  }

  private static Instance instance(JsonNode json) {
    SortedMap<String, String> metadata = new TreeMap<>();
    json.path("metadata")
        .fields()
        .forEachRemaining(field -> metadata.put(field.getKey(), field.getValue().asText()));
    return new Instance(
        json.path("ip").asText(),
        json.path("port").asInt(),
        json.path("weight").asDouble(),
        json.path("healthy").asBoolean(),
        json.path("enabled").asBoolean(),
        json.path("clusterName").asText(),
        metadata);
  }
}
