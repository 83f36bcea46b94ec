package io.landbridge.host.view;

import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.naming.core.CatalogServiceV2Impl;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The server's catalog, which its console and its administrators ask, with the services that exist
 * as a view alone. What both lines of the server spell alike.
 */
public abstract class DerivedCatalogService extends CatalogServiceV2Impl {

  private static final String COUNT = "count";
  private static final String LIST = "serviceList";

  /** The services that exist as a view alone. */
  protected final DerivedServices derived;

  /**
   * Creates a DerivedCatalogService.
   *
   * @param storage where derived instances are laid over native ones
   * @param edits what operators have set for services
   * @param derived the services that exist as a view alone
   */
  protected DerivedCatalogService(
      ServiceStorage storage, NamingMetadataManager edits, DerivedServices derived) {
    super(storage, edits);
    this.derived = derived;
  }

  @Override
  public final List<? extends Instance> listInstances(
      String namespace, String group, String name, String cluster) throws NacosException {
    Optional<List<Instance>> found =
        derived.find(
            Service.newService(namespace, group, name),
            (service, data) -> DerivedServices.byCluster(data).getOrDefault(cluster, List.of()));
    if (found.isEmpty()) {
      return super.listInstances(namespace, group, name, cluster);
    }
    if (found.get().isEmpty()) {
      throw new NacosException(NacosException.NOT_FOUND, "cluster " + cluster + " is not found!");
    }
    return found.get();
  }

  /** As the server's own, but for its look whether there is an entry; 2.2.0 has no such method. */
  @Override
  public final List<? extends Instance> listAllInstances(
      String namespace, String group, String name) {
    return derived.data(Service.newService(namespace, group, name)).getHosts();
  }

  @Override
  public final Object pageListService(
      String namespace,
      String group,
      String name,
      int page,
      int size,
      String instance,
      boolean ignoreEmpty)
      throws NacosException {
    Object stock = super.pageListService(namespace, group, name, page, size, instance, ignoreEmpty);
    List<Service> more = derived.matching(namespace, group, name);
    if (more.isEmpty() || !(stock instanceof ObjectNode)) {
      return stock;
    }
    return derived.orElse(stock, () -> withViews((ObjectNode) stock, more, page, size));
  }

  private Object withViews(ObjectNode stock, List<Service> more, int page, int size) {
    List<JsonNode> entries = new ArrayList<>();
    stock.path(LIST).forEach(entries::add);
    int total = stock.path(COUNT).asInt();
    ObjectNode answer = stock.deepCopy();
    answer.put(COUNT, total + more.size());
    ArrayNode list = answer.putArray(LIST);
    DerivedServices.page(entries, total, more, page, size, this::entry).forEach(list::add);
    return answer;
  }

  /** The entry of the list of services that stands for one. */
  protected abstract JsonNode entry(Service service);

  /** How many services of the server's own match. */
  protected final int stockTotal(String namespace, String group, String name)
      throws NacosException {
    Object stock = super.pageListService(namespace, group, name, 1, 1, "", false);
    return stock instanceof ObjectNode json ? json.path(COUNT).asInt() : 0;
  }
}
