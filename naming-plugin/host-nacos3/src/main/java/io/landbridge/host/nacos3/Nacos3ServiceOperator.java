package io.landbridge.host.nacos3;

import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.pojo.maintainer.ServiceDetailInfo;
import com.alibaba.nacos.naming.core.ServiceOperatorV2Impl;
import com.alibaba.nacos.naming.core.SubscribeManager;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataOperateService;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.host.view.DerivedServices;
import java.util.Collection;
import java.util.Optional;

/** The lists and details that clients of the 3.x line ask for, with services of views alone. */
final class Nacos3ServiceOperator extends ServiceOperatorV2Impl {

  private final DerivedServices derived;

  Nacos3ServiceOperator(
      NamingMetadataOperateService operations,
      NamingMetadataManager edits,
      ServiceStorage storage,
      SubscribeManager subscribers,
      DerivedServices derived) {
    super(operations, edits, storage, subscribers);
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
    Optional<ServiceDetailInfo> found =
        derived.find(service, (view, data) -> ServiceDetails.of(view, data, derived));
    return found.isPresent() ? found.get() : super.queryService(service);
  }
}
