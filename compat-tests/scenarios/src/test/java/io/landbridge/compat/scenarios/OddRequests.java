package io.landbridge.compat.scenarios;

import io.landbridge.compat.cluster.NacosApi;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What hardly any client of 1.x sends, in an order in which it can be sent to a server that nothing
 * else is in a group of. Each is answered as by 1.4.1, or in another way that a page says.
 */
final class OddRequests {

  /** The Nacos group that all of it is in. */
  static final String GROUP = "ODD";

  /** The one whose services are listed. */
  private static final String PAGES = GROUP + "-PAGES";

  private static final String INSTANCE = "/v1/ns/instance";
  private static final String BEAT = INSTANCE + "/beat";
  private static final String LIST = INSTANCE + "/list";
  private static final String SERVICES = "/v1/ns/service/list";

  /** By request, in order; empty for one that is answered as by 1.4.1, else words of the page. */
  private final Map<Request, String> requests = new LinkedHashMap<>();

  /**
   * One of them.
   *
   * @param verb of HTTP
   * @param path below the context path
   * @param parameters as they are sent
   */
  record Request(String verb, String path, Map<String, String> parameters) {

    NacosApi.Answer sentTo(NacosApi api) {
      return switch (verb) {
        case "GET" -> api.get(path, parameters);
        case "POST" -> api.post(path, parameters);
        case "PUT" -> api.put(path, parameters);
        default -> api.delete(path, parameters);
      };
    }

    boolean isRead() {
      return verb.equals("GET");
    }
  }

  /** All of them, in order, with what the page says of those that are answered in another way. */
  static Map<Request, String> all() {
    OddRequests all = new OddRequests();
    all.registrations();
    all.beats();
    all.lists();
    all.details();
    return all.requests;
  }

  private void registrations() {
    for (String port : List.of("x", "", "99999999999", "1.5")) {
      same("POST", INSTANCE, with("port", port));
    }
    for (String port : List.of("-1", "65536")) {
      differs("A port is between 0 and 65535", "POST", INSTANCE, with("port", port));
    }
    for (String weight : List.of("x", "-1", "10001", "1e9", "Infinity", "10000", "0", "0.001")) {
      same("POST", INSTANCE, with("weight", weight));
    }
    differs("A weight that is no number", "POST", INSTANCE, with("weight", "NaN"));
    for (String metadata : List.of("x", "a=b=c", "a=", "a=b,c=d")) {
      same("POST", INSTANCE, with("metadata", metadata));
    }
    for (String key : List.of("preserved.heart.beat.timeout", "preserved.ip.delete.timeout")) {
      differs(
          "is shorter than the interval",
          "POST",
          INSTANCE,
          with("serviceName", "short", "metadata", key + "=1000"));
    }
    same("POST", INSTANCE, with("serviceName", "both", "ephemeral", "true"));
    differs(
        "either ephemeral or persistent",
        "POST",
        INSTANCE,
        with("serviceName", "both", "port", "82", "ephemeral", "false"));
    same("DELETE", INSTANCE, with("serviceName", "nobody"));
    same("DELETE", INSTANCE, with("weight", "10001"));
    differs("An edit of an instance that is not there", "PUT", INSTANCE, with("port", "83"));
    differs("of a service that is not there", "PUT", INSTANCE, with("serviceName", "nobody"));
  }

  private void beats() {
    same("PUT", BEAT, Map.of());
    for (Map<String, String> nobody :
        List.of(Map.<String, String>of(), Map.of("beat", ""), Map.of("port", "81"))) {
      Map<String, String> parameters = new HashMap<>(nobody);
      parameters.put("serviceName", "odd");
      parameters.put("groupName", GROUP);
      same("PUT", BEAT, parameters);
    }
    same("PUT", BEAT, with("serviceName", "nobody"));
    same("PUT", BEAT, with("serviceName", "nobody", "port", "x"));
    same(
        "PUT",
        BEAT,
        beat("weights", "{\"ip\":\"10.2.0.2\",\"port\":82,\"weight\":10001,\"metadata\":{}}"));
    differs("A beat that has no JSON object", "PUT", BEAT, beat("bad", "x"));
    differs("no ip or port in it", "PUT", BEAT, beat("bad", "{}"));
    differs("also in a beat", "PUT", BEAT, beat("bad", "{\"ip\":\"10.2.0.2\",\"port\":65536}"));
    differs(
        "negative weight",
        "PUT",
        BEAT,
        beat("bad", "{\"ip\":\"10.2.0.3\",\"port\":83,\"weight\":-1}"));
  }

  private void lists() {
    for (String service : List.of("a", "b", "c")) {
      same("POST", INSTANCE, with("serviceName", service, "groupName", PAGES));
    }
    for (String number : List.of("x", "1.5", "99999999999", "0", "-1", "")) {
      same("GET", SERVICES, Map.of("pageNo", number, "pageSize", "2", "groupName", PAGES));
      same("GET", SERVICES, Map.of("pageNo", "1", "pageSize", number, "groupName", PAGES));
    }
    same("GET", SERVICES, Map.of());
    same("GET", SERVICES, Map.of("pageNo", "1"));
    same("GET", LIST, Map.of());
    same("GET", LIST, Map.of("serviceName", "both", "groupName", GROUP, "udpPort", "x"));
    for (String check : List.of("true", "TRUE")) {
      same("GET", LIST, Map.of("serviceName", "weights", "groupName", GROUP, "isCheck", check));
    }
    same("GET", LIST, Map.of("serviceName", "weights", "groupName", GROUP, "isCheck", "yes"));
    same(
        "GET",
        LIST,
        Map.of(
            "serviceName", "weights", "groupName", GROUP, "isCheck", "true", "clusters", "none"));
    differs(
        "A service that does not exist is answered like an empty one",
        "GET",
        LIST,
        Map.of("serviceName", "nobody", "groupName", GROUP, "isCheck", "true"));
    differs("has the `status` alone", "GET", "/v1/ns/operator/metrics", Map.of());
  }

  private void details() {
    same("GET", INSTANCE, with("serviceName", "both"));
    same("GET", INSTANCE, with("serviceName", "both", "port", "99"));
    same("GET", INSTANCE, with("serviceName", "both", "port", "x"));
    same("GET", INSTANCE, with("serviceName", "both", "clusterName", "none"));
    same("GET", INSTANCE, with("serviceName", "nobody"));
    same("GET", INSTANCE, Map.of("serviceName", "both", "groupName", GROUP, "port", "81"));
  }

  private static Map<String, String> beat(String service, String text) {
    return Map.of("serviceName", GROUP + "@@" + service, "beat", text);
  }

  private static Map<String, String> with(String... namesAndValues) {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("serviceName", "odd");
    parameters.put("groupName", GROUP);
    parameters.put("ip", "10.2.0.1");
    parameters.put("port", "81");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      parameters.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return parameters;
  }

  private void same(String verb, String path, Map<String, String> parameters) {
    requests.put(new Request(verb, path, Map.copyOf(parameters)), "");
  }

  private void differs(String page, String verb, String path, Map<String, String> parameters) {
    requests.put(new Request(verb, path, Map.copyOf(parameters)), page);
  }
}
