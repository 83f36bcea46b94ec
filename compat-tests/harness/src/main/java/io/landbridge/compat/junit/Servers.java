package io.landbridge.compat.junit;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.ServerPool;
import io.landbridge.compat.cluster.ServerSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The servers of one test, which it shares with the tests before and after it. A parameter of this
 * type is all a test needs; see {@link UsesServers}.
 *
 * <p>A test has each server for itself, and has to leave it as it found it: an instance, a
 * configuration or a switch that is left fails the test. Names of a test's own are what no other
 * test has seen on the server; configurations in its own namespace are removed for it, because
 * Dubbo never removes its own.
 */
public final class Servers {

  private final ServerPool pool;
  private final String name;
  private final List<ServerPool.Lease> leases = new ArrayList<>();
  private final Set<String> discarded = new TreeSet<>();

  /**
   * For one test.
   *
   * @param name not used for another test of this JVM; letters and digits
   */
  Servers(ServerPool pool, String name) {
    this.pool = pool;
    this.name = name;
    discarded.add(name);
  }

  /**
   * A server of a kind. It must not be stopped, killed, paused or closed.
   *
   * @param spec standalone and not started as installed
   */
  public NacosEnsemble shared(ServerSpec spec) {
    ServerPool.Lease lease = pool.lease(spec);
    leases.add(lease);
    return lease.ensemble();
  }

  /**
   * Configurations in this namespace are removed at the end, as those in the test's own are. For
   * tests of Dubbo programs that are about the default namespace: they never remove theirs.
   */
  public void discardConfigurations(String namespace) {
    discarded.add(namespace);
  }

  /** The id of a namespace that no other test uses. */
  public String namespace() {
    return name;
  }

  /** A name that no other test uses, for an application or a service. */
  public String named(String base) {
    return name + "-" + base;
  }

  /**
   * Gives all servers back.
   *
   * @return what the test has left on them, one line each
   */
  List<String> giveBack() {
    List<String> left = new ArrayList<>();
    for (ServerPool.Lease lease : leases) {
      String server = lease.ensemble().member(0).toString();
      discarded.forEach(each -> removeConfigurations(lease.ensemble().api(0), each));
      lease.giveBack(Set.of(name)).forEach(line -> left.add(server + ": " + line));
    }
    leases.clear();
    return left;
  }

  /** Ends all servers, after a test that failed. */
  void throwAway() {
    leases.forEach(ServerPool.Lease::throwAway);
    leases.clear();
  }

  private static void removeConfigurations(NacosApi api, String namespace) {
    boolean three = api.version().line() == 3;
    String path = three ? "/v3/admin/cs/config" : "/v1/cs/configs";
    String ofGroup = three ? "groupName" : "group";
    String ofNamespace = three ? "namespaceId" : "tenant";
    // Up to 2.x the default namespace of configuration has an empty id.
    String id = !three && namespace.equals("public") ? "" : namespace;
    Map<String, String> page =
        Map.of(
            "search",
            "blur",
            "dataId",
            "",
            ofGroup,
            "",
            ofNamespace,
            id,
            "pageNo",
            "1",
            "pageSize",
            "500");
    NacosApi.Answer answer = api.get(three ? path + "/list" : path, page);
    if (!answer.ok()) {
      // A namespace nobody has used; what is left elsewhere is found afterwards.
      return;
    }
    for (JsonNode item : (three ? answer.json().path("data") : answer.json()).path("pageItems")) {
      api.delete(
          path,
          Map.of(
              "dataId",
              item.path("dataId").asText(),
              ofGroup,
              item.path(ofGroup).asText(),
              ofNamespace,
              id));
    }
  }
}
