package io.landbridge.host.nacos2;

import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.pojo.Cluster;
import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.common.utils.JacksonUtils;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.ClusterMetadata;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.metadata.ServiceMetadata;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.pojo.ClusterInfo;
import com.alibaba.nacos.naming.pojo.IpAddressInfo;
import com.alibaba.nacos.naming.pojo.ServiceDetailInfo;
import com.alibaba.nacos.naming.pojo.ServiceView;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.host.view.DerivedCatalogService;
import io.landbridge.host.view.DerivedServices;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The catalog of the 2.x line, with the services that exist as a view alone. */
final class Nacos2CatalogService extends DerivedCatalogService {

  /** What the server says of every cluster. */
  private static final int DEFAULT_PORT = 80;

  Nacos2CatalogService(
      ServiceStorage storage, NamingMetadataManager edits, DerivedServices derived) {
    super(storage, edits, derived);
  }

  @Override
  public Object getServiceDetail(String namespace, String group, String name)
      throws NacosException {
    Optional<Object> found = derived.find(Service.newService(namespace, group, name), this::detail);
    return found.isPresent() ? found.get() : super.getServiceDetail(namespace, group, name);
  }

  private Object detail(Service service, ServiceInfo data) {
    ServiceMetadata edits = derived.metadata(service);
    ObjectNode detail = JacksonUtils.createEmptyJsonNode();
    ObjectNode head = detail.putObject("service");
    head.put("name", service.getName());
    head.put("groupName", service.getGroup());
    head.put("protectThreshold", edits.getProtectThreshold());
    head.set("selector", JacksonUtils.transferToJsonNode(edits.getSelector()));
    head.set("metadata", JacksonUtils.transferToJsonNode(edits.getExtendData()));
    ArrayNode clusters = detail.putArray("clusters");
    for (String each : DerivedServices.clusters(data)) {
      ClusterMetadata metadata = DerivedServices.metadata(edits, each);
      Cluster cluster = new Cluster();
      cluster.setName(each);
      cluster.setHealthChecker(metadata.getHealthChecker());
      cluster.setMetadata(metadata.getExtendData());
      cluster.setUseIPPort4Check(metadata.isUseInstancePortForCheck());
      cluster.setDefaultPort(DEFAULT_PORT);
      cluster.setDefaultCheckPort(metadata.getHealthyCheckPort());
      cluster.setServiceName(service.getGroupedServiceName());
      clusters.add(JacksonUtils.transferToJsonNode(cluster));
    }
    return detail;
  }

  @Override
  public Object pageListServiceDetail(
      String namespace, String group, String name, int page, int size) throws NacosException {
    Object stock = super.pageListServiceDetail(namespace, group, name, page, size);
    List<Service> more = derived.matching(namespace, group, name);
    if (more.isEmpty() || !(stock instanceof List)) {
      return stock;
    }
    int total = stockTotal(namespace, group, name);
    return derived.orElse(
        stock,
        () ->
            DerivedServices.page(
                List.<Object>copyOf((List<?>) stock), total, more, page, size, this::withHosts));
  }

  private ServiceDetailInfo withHosts(Service service) {
    Map<String, ClusterInfo> clusters = new LinkedHashMap<>();
    DerivedServices.byCluster(derived.data(service))
        .forEach(
            (label, instances) -> {
              ClusterInfo cluster = new ClusterInfo();
              cluster.setHosts(instances.stream().map(Nacos2CatalogService::host).toList());
              clusters.put(label, cluster);
            });
    ServiceDetailInfo detail = new ServiceDetailInfo();
    detail.setServiceName(service.getName());
    detail.setGroupName(service.getGroup());
    detail.setMetadata(derived.metadata(service).getExtendData());
    detail.setClusterMap(clusters);
    return detail;
  }

  private static IpAddressInfo host(Instance instance) {
    IpAddressInfo host = new IpAddressInfo();
    host.setIp(instance.getIp());
    host.setPort(instance.getPort());
    host.setEnabled(instance.isEnabled());
    host.setValid(instance.isHealthy());
    host.setWeight(instance.getWeight());
    host.setMetadata(instance.getMetadata());
    return host;
  }

  @Override
  protected JsonNode entry(Service service) {
    ServiceInfo data = derived.data(service);
    ServiceView view = new ServiceView();
    view.setName(service.getName());
    view.setGroupName(service.getGroup());
    view.setClusterCount(DerivedServices.clusters(data).size());
    view.setIpCount(data.ipCount());
    view.setHealthyInstanceCount(DerivedServices.healthy(data));
    view.setTriggerFlag(String.valueOf(derived.isBelowThreshold(service, data)));
    return JacksonUtils.transferToJsonNode(view);
  }
}
