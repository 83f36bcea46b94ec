package io.landbridge.host.nacos2;

import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.naming.core.ServiceOperatorV2Impl;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.ClusterMetadata;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataOperateService;
import com.alibaba.nacos.naming.core.v2.metadata.ServiceMetadata;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.pojo.ClusterInfo;
import com.alibaba.nacos.naming.pojo.ServiceDetailInfo;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.host.view.DerivedServices;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The lists and details that clients of the 2.x line ask for, with services of views alone. */
final class Nacos2ServiceOperator extends ServiceOperatorV2Impl {

  private final DerivedServices derived;

  Nacos2ServiceOperator(
      NamingMetadataOperateService operations,
      NamingMetadataManager edits,
      ServiceStorage storage,
      DerivedServices derived) {
    super(operations, edits, storage);
    this.derived = derived;
  }

  @Override
  public Collection<String> listService(String namespace, String group, String selector)
      throws NacosException {
    return derived.named(super.listService(namespace, group, selector), namespace, group);
  }

  @Override
  public Collection<String> searchServiceName(String namespace, String expression)
      throws NacosException {
    return derived.found(super.searchServiceName(namespace, expression), namespace, expression);
  }

  @Override
  public ObjectNode queryService(String namespace, String groupedName) throws NacosException {
    Optional<ObjectNode> found = derived.find(namespace, groupedName);
    return found.isPresent() ? found.get() : super.queryService(namespace, groupedName);
  }

  @Override
  public ServiceDetailInfo queryService(Service service) throws NacosException {
    Optional<ServiceDetailInfo> found = derived.find(service, this::detail);
    return found.isPresent() ? found.get() : super.queryService(service);
  }

  private ServiceDetailInfo detail(Service service, ServiceInfo data) {
    ServiceMetadata edits = derived.metadata(service);
    Map<String, ClusterInfo> clusters = new LinkedHashMap<>();
    for (String each : DerivedServices.clusters(data)) {
      ClusterMetadata metadata = DerivedServices.metadata(edits, each);
      ClusterInfo cluster = new ClusterInfo();
      cluster.setClusterName(each);
      cluster.setHealthChecker(metadata.getHealthChecker());
      cluster.setMetadata(metadata.getExtendData());
      clusters.put(each, cluster);
    }
    ServiceDetailInfo detail = new ServiceDetailInfo();
    detail.setNamespace(service.getNamespace());
    detail.setGroupName(service.getGroup());
    detail.setServiceName(service.getName());
    detail.setProtectThreshold(edits.getProtectThreshold());
    detail.setMetadata(edits.getExtendData());
    detail.setSelector(edits.getSelector());
    detail.setClusterMap(clusters);
    detail.setEphemeral(DerivedServices.isEphemeral(data));
    return detail;
  }
}
