package io.landbridge.compat.churn;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.load.wire.ServiceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What operators do at a server, and see there. Safe for use from any thread. */
record Operator(NacosApi api) {

  /** All there are, in any service. */
  static final List<String> LABELS = List.of("DEFAULT", "gray", "blue");

  /** More than any service here has. */
  private static final String PAGE = "5000";

  private boolean isLine3() {
    return api.version().line() == 3;
  }

  /** Edits an instance. */
  void edit(Subject subject, State state) {
    done(api.put(isLine3() ? "/v3/admin/ns/instance" : "/v1/ns/instance", of(subject, state)));
  }

  /** Sets the health of a persistent instance of a service that nobody checks, at a 1.x server. */
  void health(Subject subject, State state) {
    done(api.put("/v1/ns/health/instance", of(subject, state)));
  }

  private Map<String, String> of(Subject subject, State state) {
    int colon = subject.address().indexOf(':');
    Map<String, String> parameters =
        HttpClient.parameters(
            subject.service(),
            subject.address().substring(0, colon),
            Integer.parseInt(subject.address().substring(colon + 1)),
            state);
    if (isLine3()) {
      parameters.put("serviceName", subject.service().name());
    }
    return parameters;
  }

  /** From now on nobody checks the health of persistent instances of this service. */
  NacosApi.Answer checkNothing(ServiceName service) {
    Map<String, String> parameters = named(service);
    parameters.put("clusterName", "DEFAULT");
    parameters.put("checkPort", "80");
    parameters.put("useInstancePort4Check", "true");
    parameters.put("healthChecker", "{\"type\":\"NONE\"}");
    parameters.put("metadata", "");
    return api.put(isLine3() ? "/v3/admin/ns/cluster" : "/v1/ns/cluster", parameters);
  }

  /** What a client is told, by address. */
  SortedMap<String, List<State>> list(ServiceName service) {
    NacosApi.Answer answer =
        api.get(
            "/v1/ns/instance/list",
            Map.of(
                "namespaceId",
                service.namespace(),
                "serviceName",
                service.group() + "@@" + service.name()));
    done(answer);
    return byAddress(answer.json().path("hosts"), new TreeMap<>());
  }

  /** All that is there, also what is disabled, by address. */
  SortedMap<String, List<State>> all(ServiceName service) {
    Map<String, String> parameters = named(service);
    parameters.put("pageNo", "1");
    parameters.put("pageSize", PAGE);
    SortedMap<String, List<State>> found = new TreeMap<>();
    if (isLine3()) {
      // Without a label it would be that of the label DEFAULT.
      for (String label : LABELS) {
        parameters.put("clusterName", label);
        NacosApi.Answer answer = api.get("/v3/admin/ns/instance/list", parameters);
        if (answer.ok()) {
          byAddress(answer.json().path("data"), found);
        }
      }
      return found;
    }
    NacosApi.Answer detail = api.get("/v1/ns/catalog/service", parameters);
    if (!detail.ok()) {
      // There is no such service, any more.
      return found;
    }
    for (JsonNode label : detail.json().path("clusters")) {
      parameters.put("clusterName", label.path("name").asText());
      NacosApi.Answer answer = api.get("/v1/ns/catalog/instances", parameters);
      if (answer.ok()) {
        byAddress(answer.json().path("list"), found);
      }
    }
    return found;
  }

  private static SortedMap<String, List<State>> byAddress(
      JsonNode hosts, SortedMap<String, List<State>> into) {
    for (JsonNode host : hosts) {
      into.computeIfAbsent(
              host.path("ip").asText() + ":" + host.path("port").asInt(),
              address -> new ArrayList<>())
          .add(State.read(host));
    }
    return into;
  }

  private Map<String, String> named(ServiceName service) {
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("namespaceId", service.namespace());
    parameters.put("groupName", service.group());
    parameters.put(
        "serviceName", isLine3() ? service.name() : service.group() + "@@" + service.name());
    return parameters;
  }

  /** How the bridge stands. */
  JsonNode bridge() {
    return api.get("/landbridge/v1/bridge").json().path("data");
  }

  /** Sends the bridge to a phase. */
  NacosApi.Answer go(String phase, String servers) {
    return api.put("/landbridge/v1/bridge", Map.of("phase", phase, "servers", servers));
  }

  private void done(NacosApi.Answer answer) {
    if (!answer.ok()) {
      throw new ChurnException(api.baseUrl() + ": " + answer.status() + " " + answer.body());
    }
  }
}
